import * as api from "./api.js";
import { authorName, avatar, botTag } from "./avatar.js";
import { components } from "./components.js";
import { openForm } from "./dialog.js";
import { h, orToast } from "./dom.js";
import { embed, unshown } from "./embeds.js";
import { isOnlyEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { busyComponent, failureUnder, useComponent } from "./interactions.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { attachment } from "./media.js";
import { displayName, isDirect, person, world } from "./store.js";
import { findMessage, removeNote } from "./timeline.js";
import { clock, messageTime, timeElement } from "./times.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const SUPPRESS_EMBEDS = 1 << 2;
const DEFAULT = 0;
const JOIN = 7;
const THREAD_CREATED = 18;
const REPLY = 19;
const CHAT_COMMAND = 20;
/** An id's bits below its milliseconds. */
const BELOW_MS = 22n;
const PATIENCE_MS = 5000;

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

/** Whether a line above the message says what it answers: then it starts a group of its own. */
export const hasContextLine = (message) =>
  Boolean(message.interaction_metadata?.name || message.message_reference);

/** Whether the player alone is told this, a moment after he asked. */
export const isFreshAnswer = (message) =>
  isEphemeral(message) &&
  message.interaction_metadata &&
  (BigInt(message.id) - BigInt(message.interaction_metadata.id)) >> BELOW_MS < PATIENCE_MS;

export const isSystem = (message) => ![DEFAULT, REPLY, CHAT_COMMAND].includes(message.type ?? DEFAULT);

/** One message; `grouped` ones continue the author above and show no avatar. */
export function messageElement(message, grouped) {
  const date = new Date(message.timestamp);
  const classes = [
    "message",
    grouped && "grouped",
    isEphemeral(message) && "ephemeral",
    message.pings_me && "pings",
  ];
  return h(
    "article",
    {
      class: classes.filter(Boolean).join(" "),
      tabindex: "-1",
      "data-testid": "message",
      "data-message-id": message.id,
      "data-ephemeral": String(isEphemeral(message)),
    },
    contextLine(message),
    grouped ? timeElement(date, clock(date), "grouped-time") : avatar(message.author),
    h("div", { class: "body" }, !grouped && heading(message, date), body(message), footer(message)),
    tools(message),
  );
}

function heading(message, date) {
  return h(
    "header",
    { class: "message-head" },
    authorName(message.author),
    botTag(message.author),
    timeElement(date, messageTime(date), "message-time"),
  );
}

function body(message) {
  if (message.remark) return h("p", { class: message.waiting ? "remark waiting" : "remark" }, message.remark);
  if (message.flags & LOADING)
    return h("p", { class: "remark waiting" }, `${displayName(message.author)} is thinking…`);
  if (isSystem(message)) return systemLine(message);
  const { content, embeds = [], attachments = [] } = message;
  const context = {
    busy: busyComponent(message.id),
    use: (component, values) => useComponent(message, component, values),
  };
  return [
    content &&
      h(
        "div",
        { class: isOnlyEmoji(content) ? "content markdown jumbo" : "content markdown" },
        markdown(content),
      ),
    message.edited_timestamp && editedMark(message),
    unshown(attachments, embeds).map(attachment),
    message.flags & SUPPRESS_EMBEDS ? null : embeds.map((content) => embed(content, attachments)),
    components(message.components, context),
    failureUnder(message.id) && h("p", { class: "failure", role: "alert" }, failureUnder(message.id)),
  ];
}

function editedMark(message) {
  return timeElement(new Date(message.edited_timestamp), "(edited)", "edited");
}

function systemLine(message) {
  const name = displayName(message.author);
  const text = {
    [JOIN]: `${name} joined. Say hello!`,
    [THREAD_CREATED]: `${name} started a thread: ${message.content}`,
  };
  return h("p", { class: "content system" }, icon("arrow"), text[message.type] ?? message.content);
}

/** "Ana used /play" above an answer, or the message a reply refers to. */
function contextLine(message) {
  const { interaction_metadata: cause, message_reference: reference } = message;
  if (cause?.name) {
    return h(
      "p",
      { class: "context" },
      avatar(cause.user, 16),
      h("strong", {}, displayName(cause.user)),
      " used ",
      h("span", { class: "context-command" }, `/${cause.name}`),
    );
  }
  if (!reference || message.type === THREAD_CREATED) return null;
  const original = message.referenced_message ?? findMessage(message.channel_id, reference.message_id);
  const excerpt = excerptOf(original);
  const href = `#${reference.channel_id ?? message.channel_id}/${reference.message_id}`;
  return h(
    "p",
    { class: "context" },
    icon("reply"),
    original && h("strong", {}, displayName(original.author)),
    h(
      "a",
      { href },
      original
        ? inline(excerpt)
            .map((node) => node.textContent ?? node)
            .join("")
        : excerpt,
    ),
  );
}

function dismiss(message) {
  if (message.remark) removeNote(message.id);
  else orToast(() => api.deleteMessage(message.channel_id, message.id));
}

function footer(message) {
  if (!isEphemeral(message)) return null;
  return h(
    "p",
    { class: "only-you" },
    icon("eye"),
    "Only you can see this · ",
    h(
      "button",
      { class: "link", type: "button", "data-testid": "dismiss", onclick: () => dismiss(message) },
      "Dismiss message",
    ),
  );
}

/** The first words of a message that is referred to; undefined where it is not known here. */
function excerptOf(original) {
  const text = original?.content || original?.embeds?.[0]?.title || original?.embeds?.[0]?.description;
  return text?.split("\n")[0].slice(0, 120) ?? "an earlier message";
}

function mayDelete(message) {
  if (message.remark || isEphemeral(message)) return false;
  if (message.author.id === world.me.id) return true;
  return Boolean(person(world.me).owner) && !isDirect(world.channels.get(message.channel_id) ?? {});
}

function tools(message) {
  if (!mayDelete(message)) return null;
  const label = `Delete message of ${displayName(message.author)}`;
  return h(
    "div",
    { class: "tools" },
    h(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": label,
        title: "Delete",
        onclick: () => confirmDelete(message),
      },
      icon("trash"),
    ),
  );
}

function confirmDelete(message) {
  openForm(
    { title: "Delete message", isDanger: true },
    [h("p", {}, "Delete this message for everyone? This cannot be undone.")],
    "Delete",
    () => api.deleteMessage(message.channel_id, message.id),
  );
}
