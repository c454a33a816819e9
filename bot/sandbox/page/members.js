import { authorName, avatar, botTag } from "./avatar.js";
import { at, h } from "./dom.js";
import { icon } from "./icons.js";
import { displayName, emit, on, world } from "./store.js";

const byName = (a, b) => displayName(a).localeCompare(displayName(b));

function memberRow(user) {
  const name = displayName(user);
  return h(
    "li",
    {},
    h(
      "button",
      {
        class: user.online ? "member" : "member away",
        type: "button",
        title: `Mention ${name}`,
        "data-testid": "member",
        onclick: () => emit("mention", user),
      },
      h("span", { class: user.online ? "presence online" : "presence" }, avatar(user, 32)),
      authorName(user),
      botTag(user),
      user.owner &&
        h(
          "span",
          { class: "owner", title: "Owner" },
          icon("crown"),
          h("span", { class: "sr-only" }, "owner"),
        ),
    ),
  );
}

function group(title, users) {
  if (!users.length) return null;
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, `${title} — ${users.length}`),
    h("ul", {}, users.sort(byName).map(memberRow)),
  );
}

function draw() {
  const users = [...world.members.values()];
  const groups = [
    group(
      "Online",
      users.filter((user) => user.online),
    ),
    group(
      "Away",
      users.filter((user) => !user.online),
    ),
  ];
  at("members").replaceChildren(...groups.filter(Boolean));
}

export function startMembers() {
  on("members", draw);
}
