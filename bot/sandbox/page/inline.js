import { h, safeUrl } from "./dom.js";
import { channelName, displayName, emit, world } from "./store.js";
import { stamp } from "./times.js";

const mentioned = (id) => world.members.get(id) ?? (id === world.bot?.id ? world.bot : null);

function userMention([, id]) {
  const user = mentioned(id);
  const mine = id === world.me?.id;
  return h(
    "span",
    { class: mine ? "mention mine" : "mention" },
    `@${user ? displayName(user) : "unknown user"}`,
  );
}

function channelMention([, id]) {
  const channel = world.channels.get(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("a", { class: "mention", href: `#${id}` }, `#${channelName(channel)}`);
}

function commandMention([, path]) {
  const use = () => emit("use-command", path);
  return h("button", { class: "mention", type: "button", onclick: use }, `/${path}`);
}

const DISCORD_LINK = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** A link; one to a message or channel of this server stays on the page. */
export function link(address, label) {
  const [, channelId, messageId] = address.match(DISCORD_LINK) ?? [];
  const channel = world.channels.get(channelId);
  if (channel) {
    const href = `#${channelId}${messageId ? `/${messageId}` : ""}`;
    return h("a", { class: label ? null : "mention", href }, label ?? `#${channelName(channel)} › message`);
  }
  const href = safeUrl(address);
  if (!href) return h("span", {}, label ?? address);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, label ?? address);
}

function spoiler([, text]) {
  const cover = h("button", { class: "spoiler", type: "button", "aria-label": "Spoiler: press to reveal" });
  const hidden = h("span", { "aria-hidden": "true" }, inline(text));
  cover.append(hidden);
  cover.addEventListener("click", () =>
    cover.replaceWith(h("span", { class: "spoiler open" }, inline(text))),
  );
  return cover;
}

const wrap =
  (tag, attributes) =>
  ([, text]) =>
    h(tag, attributes ?? {}, inline(text));

/** Tried in this order wherever a character that opens one of them stands. */
const RULES = [
  [/\\([^\w\s])/y, ([, character]) => character],
  [/``([\s\S]+?)``(?!`)|`([^`]+)`/y, ([, two, one]) => h("code", {}, (two ?? one).trim())],
  [/\|\|([\s\S]+?)\|\|/y, spoiler],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, wrap("strong")],
  [/__([\s\S]+?)__(?!_)/y, wrap("u")],
  [/\*(?![\s*])([\s\S]*?[^\s*])\*(?!\*)/y, wrap("em")],
  [/_(?!_)([\s\S]+?)_(?!\w)/y, wrap("em")],
  [/~~([\s\S]+?)~~/y, wrap("s")],
  [
    /\[([^\]\n]+)\]\(<?((?:https?:\/\/|\/(?!\/))[^\s)>]+)>?(?:\s"[^"\n]*")?\)/y,
    ([, label, address]) => link(address, inline(label)),
  ],
  [/<@!?(\d+)>/y, userMention],
  [/<#(\d+)>/y, channelMention],
  [/<\/([\w -]+):\d+>/y, commandMention],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
    ([all, seconds, style]) => stamp(Number(seconds), style ?? "f") ?? all,
  ],
  [/<a?(:\w+:)\d+>/y, ([, name]) => name],
  [/@(?:everyone|here)\b/y, ([all]) => h("span", { class: "mention mine" }, all)],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, address]) => link(address)],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?]/y, ([address]) => link(address)],
  [/\n/y, () => h("br")],
];
const OPENERS = new Set("\\`|*_~[<@h\n");

function ruleAt(text, start) {
  if (!OPENERS.has(text[start])) return null;
  // snake_case and http inside a word are plain text.
  if ((text[start] === "_" || text[start] === "h") && /\w/.test(text[start - 1] ?? "")) return null;
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match) return { length: match[0].length, build: () => build(match) };
  }
  return null;
}

/** The nodes of one paragraph of Discord's markdown. */
export function inline(text) {
  const nodes = [];
  let plain = "";
  for (let index = 0; index < text.length;) {
    const found = ruleAt(text, index);
    if (found) {
      nodes.push(plain, found.build());
      plain = "";
      index += found.length;
    } else {
      plain += text[index++];
    }
  }
  return [...nodes, plain].filter((node) => node !== "").flat();
}
