import { h } from "./dom.js";
import { icon } from "./icons.js";
import { channelName, emit, isDirect, isThread, world } from "./store.js";

/** What a newcomer is offered first; only what the bot really has is shown. */
const FIRST_STEPS = [
  ["table open", "Open a table"],
  ["help", "How this works"],
  ["rules", "Read the rules"],
];

const hasCommand = (path) => {
  const [name, sub] = path.split(" ");
  const command = world.commands.find((known) => known.name === name);
  return Boolean(command) && (!sub || (command.options ?? []).some((option) => option.name === sub));
};

/** The head of a channel's history. */
export function welcome(channelId) {
  const channel = world.channels.get(channelId);
  const name = channelName(channel);
  if (isDirect(channel)) return opening("at", name, `This is where ${name} writes to you alone.`, []);
  const steps = FIRST_STEPS.filter(([path]) => hasCommand(path));
  const text = isThread(channel)
    ? "A thread may hold a table of its own."
    : "Talk, or play: one table fits in every channel. Type / to see everything Levée can do.";
  return opening(
    isThread(channel) ? "thread" : "hash",
    `Welcome to ${isThread(channel) ? "" : "#"}${name}`,
    text,
    steps,
  );
}

function opening(iconName, title, text, steps) {
  const buttons = steps.map(([path, label], index) =>
    h(
      "button",
      {
        class: index ? "button secondary" : "button primary",
        type: "button",
        onclick: () => emit("use-command", path),
      },
      label,
      h("span", { class: "hint" }, `/${path}`),
    ),
  );
  return h(
    "div",
    { class: "welcome" },
    h("span", { class: "welcome-icon" }, icon(iconName)),
    h("h3", {}, title),
    h("p", {}, text),
    buttons.length > 0 && h("div", { class: "row" }, buttons),
  );
}
