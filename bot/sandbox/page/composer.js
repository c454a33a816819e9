import * as api from "./api.js";
import { invocations, matching } from "./commands.js";
import { faultLine } from "./dialog.js";
import { at, dress, h, toast } from "./dom.js";
import { SlashForm } from "./slash.js";
import { channelName, displayName, emit, isDirect, on, world } from "./store.js";
import { SUGGESTING, Suggestions } from "./suggestions.js";
import { placeMessage } from "./timeline.js";

const IN_DIRECT_MESSAGES = 1;
const LONGEST = 2000;
const TALLEST_PX = 220;
const MENTION = /(^|\s)@([^\s@]{0,32})$/;

/** Where there is none, taking the focus would cover half the screen with one. */
const hasKeyboard = matchMedia("(hover: hover)");
const suggestions = new Suggestions();
const fault = faultLine();
const drafts = new Map();
let channelOfDraft = null;
let form = null;

const text = h("textarea", {
  ...SUGGESTING,
  "aria-haspopup": "listbox",
  spellcheck: "true",
  class: "plain",
  rows: 1,
  maxlength: LONGEST,
  enterkeyhint: "send",
  "data-testid": "composer",
});
const slashButton = h("button", { class: "icon-button", type: "button" });
const sendButton = h("button", { class: "icon-button send", type: "submit", "data-testid": "send" });
const line = h("form", { class: "composer" }, slashButton, text, sendButton);

/** The commands this player may call in the open channel. */
function available() {
  const direct = isDirect(world.channels.get(world.current) ?? {});
  const fits = ({ contexts, dm_permission: dm }) =>
    !direct || (contexts ? contexts.includes(IN_DIRECT_MESSAGES) : dm !== false);
  return invocations(world.commands.filter(fits), world.me.locale);
}

/** Opens the form of a command, e.g. "table open", with what was typed after its name. */
function useCommand(path, typed = "") {
  const invocation = available().find((one) => one.path === path);
  if (!invocation) return toast(`/${path} cannot be used here.`);
  leave("");
  form = new SlashForm(invocation, suggestions, leave);
  text.replaceWith(form.element);
  line.classList.add("with-command");
  return form.start(typed);
}

/** Back to plain text. */
function leave(rest) {
  suggestions.hide();
  fault.textContent = "";
  form?.element.replaceWith(text);
  form = null;
  line.classList.remove("with-command");
  text.value = rest;
  if (rest || hasKeyboard.matches) text.focus();
  changed();
}

function changed() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, TALLEST_PX)}px`;
  sendButton.classList.toggle("ready", text.value.trim() !== "" || Boolean(form));
  fault.textContent = "";
  if (form) return;
  if (/^\/[^\n]*$/.test(text.value)) offerCommands(text.value.slice(1));
  else offerMembers();
}

function offerCommands(typed) {
  const all = available();
  const names = all.flatMap(({ path, title }) => [path, title].map((name) => ({ path, name })));
  const begun = names.find(({ name }) => typed.startsWith(`${name} `));
  if (begun) return useCommand(begun.path, typed.slice(begun.name.length + 1));
  const items = matching(all, typed).map(({ path, title, description, required }) => ({
    label: `/${title}`,
    name: path,
    detail: description,
    side: required.map((option) => option.label).join(" "),
    value: path,
    testId: "command-option",
  }));
  return suggestions.show(text, { head: null, items, first: true, onPick: ({ value }) => useCommand(value) });
}

function offerMembers() {
  const [, , typed] = text.value.slice(0, text.selectionStart).match(MENTION) ?? [];
  if (typed === undefined) return suggestions.hide();
  const found = [...world.members.values()].filter((user) =>
    displayName(user).toLowerCase().startsWith(typed.toLowerCase()),
  );
  const items = found.map((user) => ({ label: displayName(user), detail: user.username, value: user }));
  return suggestions.show(text, {
    head: null,
    items,
    first: true,
    onPick: ({ label }) => insertMention(typed, label),
  });
}

function insertMention(typed, name) {
  const end = text.selectionStart;
  text.setRangeText(`@${name} `, end - typed.length - 1, end, "end");
  suggestions.hide();
  text.focus();
}

/** "@Ana" becomes <@id>; longer names first, so that "Ana Maria" is not taken for "Ana". */
function withMentions(content) {
  const members = [...world.members.values()].sort((a, b) => displayName(b).length - displayName(a).length);
  return members.reduce(
    (result, user) => result.replaceAll(`@${displayName(user)}`, `<@${user.id}>`),
    content,
  );
}

async function send() {
  if (form) return form.submit();
  const content = text.value.trim();
  if (!content) return undefined;
  if (/^\/\S/.test(content)) {
    fault.textContent = `There is no command “${content.split("\n")[0]}” here.`;
    return undefined;
  }
  const channelId = world.current;
  text.value = "";
  changed();
  emit("sent");
  try {
    placeMessage(await api.sendMessage(channelId, withMentions(content)));
  } catch (error) {
    if (!error.sentence) throw error;
    text.value ||= content;
    fault.textContent = error.sentence;
  }
  return undefined;
}

function key(event) {
  if (event.isComposing || suggestions.takeKey(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    send();
  } else if (event.key === "Escape" && suggestions.isOpen) {
    event.preventDefault();
    event.stopPropagation();
    suggestions.hide();
  }
}

/** Another channel was opened: what was begun in the last one waits there. */
function changeRoom() {
  if (channelOfDraft === world.current) return;
  const hadFocus = line.contains(document.activeElement);
  drafts.set(channelOfDraft, text.value);
  channelOfDraft = world.current;
  if (form) leave("");
  text.value = drafts.get(world.current) ?? "";
  const channel = world.channels.get(world.current);
  const place = `${isDirect(channel) ? "@" : "#"}${channelName(channel)}`;
  text.placeholder = hasKeyboard.matches ? `Message ${place}, or / for commands` : `Message ${place}`;
  text.setAttribute("aria-label", `Message ${place}. Type a slash for commands.`);
  changed();
  if (hadFocus || hasKeyboard.matches) text.focus();
}

/** As on Discord, typing anywhere writes into the composer. */
function catchTyping(event) {
  const { key: typed, ctrlKey, metaKey, altKey } = event;
  const isText = typed.length === 1 && typed !== " " && !ctrlKey && !metaKey && !altKey;
  const isTaken = document.activeElement.matches("input, textarea, select, [role=listbox]");
  if (!isText || isTaken || document.querySelector("dialog[open]")) return;
  if (form) form.advance();
  else text.focus();
}

export function startComposer() {
  dress(slashButton, "slash", "Commands");
  dress(sendButton, "send", "Send");
  at("composer-area").append(suggestions.element, line, fault);
  text.addEventListener("input", changed);
  text.addEventListener("keydown", key);
  slashButton.addEventListener("click", () => leave("/"));
  line.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  line.addEventListener("focusout", ({ relatedTarget }) => {
    if (!at("composer-area").contains(relatedTarget)) suggestions.hide();
  });
  document.addEventListener("keydown", catchTyping);
  on("room", changeRoom);
  on("use-command", (path) => useCommand(path));
  on("mention", (user) => leave(`${text.value}@${displayName(user)} `));
}
