import { at, dress, h, orToast } from "./dom.js";
import { busyComponent, failureUnder } from "./interactions.js";
import { hasContextLine, isEphemeral, isSystem, messageElement } from "./message.js";
import { on, world } from "./store.js";
import { isComplete, isLoaded, loadOlder, newestId, visibleMessages } from "./timeline.js";
import { dayKey, longDay } from "./times.js";
import { markSeen } from "./unread.js";
import { welcome } from "./welcome.js";

const GROUP_MS = 7 * 60_000;
const END_PX = 80;
const TOP_PX = 200;

/** By key: the node on show and the values it was made from. */
let shown = new Map();
let shownChannel = null;
let stick = true;
/** Where the reader was when we last looked: only who has moved up since wants to leave the end. */
let lastTop = 0;

function continues(message, before) {
  return (
    Boolean(before) &&
    before.author.id === message.author.id &&
    isEphemeral(before) === isEphemeral(message) &&
    !isSystem(before) &&
    !isSystem(message) &&
    !hasContextLine(message) &&
    new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS
  );
}

/** What the log consists of: each row has a key, what it depends on, and a builder. */
function rows(channelId) {
  const list = [];
  if (!isLoaded(channelId)) return [{ key: "loading", stamp: [], build: skeleton }];
  if (isComplete(channelId)) {
    list.push({
      key: "welcome",
      stamp: [world.commands, world.channels.get(channelId)?.name],
      build: () => welcome(channelId),
    });
  }
  let before = null;
  for (const message of visibleMessages(channelId)) {
    const date = new Date(message.timestamp);
    const day = dayKey(date);
    if (!before || dayKey(new Date(before.timestamp)) !== day) {
      list.push({ key: day, stamp: [], build: () => divider(date) });
      before = null;
    }
    const grouped = continues(message, before);
    const stamp = [message, grouped, busyComponent(message.id), failureUnder(message.id)];
    list.push({ key: message.id, stamp, build: () => messageElement(message, grouped) });
    before = message;
  }
  return list;
}

const divider = (date) => h("div", { class: "day", role: "separator" }, h("span", {}, longDay(date)));

const skeleton = () => h("p", { class: "loading" }, "Loading messages…");

const same = (one, other) => one.every((value, index) => value === other[index]);

/** Brings the log in line with `wanted`, touching only nodes whose row changed. */
function reconcile(log, wanted) {
  const keys = new Set(wanted.map((row) => row.key));
  for (const [key, { node }] of shown) if (!keys.has(key)) node.remove();
  const fresh = new Map();
  let cursor = log.firstChild;
  for (const { key, stamp, build } of wanted) {
    const old = shown.get(key);
    const node = old && same(old.stamp, stamp) ? old.node : build();
    if (old && old.node !== node) {
      if (cursor === old.node) cursor = old.node.nextSibling;
      replaceKeepingFocus(old.node, node);
    } else if (node === cursor) {
      cursor = cursor.nextSibling;
    } else {
      log.insertBefore(node, cursor);
    }
    fresh.set(key, { node, stamp });
  }
  shown = fresh;
}

/** A redrawn message keeps the focus on the same component, or on itself: never on a different button. */
function replaceKeepingFocus(old, node) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const customId = focused?.dataset.customId;
  old.replaceWith(node);
  if (!focused) return;
  const sameOne = [...node.querySelectorAll("[data-custom-id]:not(:disabled)")].find(
    (one) => one.dataset.customId === customId,
  );
  const openList = focused.matches("[role=listbox]") ? node.querySelector("[role=listbox]") : null;
  (sameOne ?? openList ?? node).focus({ preventScroll: true });
}

export function drawLog() {
  const log = at("log");
  const scroller = at("scroller");
  if (shownChannel !== world.current) {
    shown.clear();
    log.replaceChildren();
    shownChannel = world.current;
    stick = true;
  }
  log.setAttribute("aria-busy", String(!isLoaded(world.current)));
  const anchor = firstInView();
  const before = topOf(anchor);
  reconcile(log, rows(world.current));
  at("older").hidden = !isLoaded(world.current) || isComplete(world.current);
  if (stick) toEnd();
  else if (shown.has(anchor)) scroller.scrollTop += topOf(anchor) - before;
  at("jump").hidden = stick;
}

/** The message a reader who scrolled up is looking at: it must not move when something changes above it. */
function firstInView() {
  const edge = at("scroller").getBoundingClientRect().top;
  const isInView = ([key, { node }]) => /^\d+$/.test(key) && node.getBoundingClientRect().bottom > edge;
  return [...shown].find(isInView)?.[0];
}

const topOf = (key) => shown.get(key)?.node.getBoundingClientRect().top;

/** Everything is drawn anew: a name that changed may stand in any message. */
function redrawLog() {
  for (const row of shown.values()) row.stamp = [Symbol("stale")];
  drawLog();
}

function toEnd() {
  at("scroller").scrollTop = at("scroller").scrollHeight;
  lastTop = at("scroller").scrollTop;
  stick = true;
  seeNewest();
}

function seeNewest() {
  if (document.visibilityState === "visible") markSeen(world.current, newestId(world.current));
}

/** Scrolls to a message of the open channel and marks it for a moment. */
export function pointAt(messageId) {
  const node = shown.get(messageId)?.node;
  if (!node) return;
  stick = false;
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
  node.classList.add("pointed-at");
  setTimeout(() => node.classList.remove("pointed-at"), 2000);
}

export function startLog() {
  const scroller = at("scroller");
  scroller.addEventListener("scroll", () => {
    if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < END_PX) stick = true;
    else if (scroller.scrollTop < lastTop) stick = false;
    lastTop = scroller.scrollTop;
    at("jump").hidden = stick;
    if (stick) seeNewest();
    if (scroller.scrollTop < TOP_PX && isLoaded(world.current)) orToast(() => loadOlder(world.current));
  });
  const follow = new ResizeObserver(() => stick && toEnd());
  follow.observe(at("log"));
  follow.observe(scroller);
  at("older").addEventListener("click", () => orToast(() => loadOlder(world.current)));
  at("jump").addEventListener("click", toEnd);
  document.addEventListener("visibilitychange", () => stick && world.current && toEnd());
  dress(at("jump"), "down", "Jump to the newest messages");
  for (const topic of ["sent", "answered"]) on(topic, toEnd);
  on("log", drawLog);
  on("names", redrawLog);
  on("commands", drawLog);
}
