import { channelName, compareIds, emit, isDirect, world } from "./store.js";

/** By channel id: `count` unread messages, `pings` of them that call this player. */
const unread = new Map();
let seen = {};

const key = () => `levee.seen.${world.me.id}`;

/** Compares the server with what this browser has shown; a first visit starts with nothing unread. */
export function recallUnread() {
  seen = JSON.parse(localStorage.getItem(key()) ?? "{}");
  for (const { id, last_message_id: last } of world.channels.values()) {
    if (last && seen[id] && compareIds(last, seen[id]) > 0 && !unread.has(id))
      unread.set(id, { count: 1, pings: 0 });
    if (last && !seen[id]) seen[id] = last;
  }
  announce();
}

export function unreadIn(channelId) {
  return unread.get(channelId) ?? { count: 0, pings: 0 };
}

export function noteArrival(message) {
  const { channel_id: channelId, author, pings_me: pings } = message;
  if (channelId === world.current && document.visibilityState === "visible")
    return markSeen(channelId, message.id);
  if (author.id === world.me.id) return;
  const before = unreadIn(channelId);
  const calls = pings || isDirect(world.channels.get(channelId) ?? {});
  unread.set(channelId, { count: before.count + 1, pings: before.pings + (calls ? 1 : 0) });
  announce();
}

export function markSeen(channelId, newest) {
  const had = unread.delete(channelId);
  if (newest && compareIds(newest, seen[channelId] ?? "") > 0) {
    seen[channelId] = newest;
    localStorage.setItem(key(), JSON.stringify(seen));
  }
  if (had) announce();
}

function announce() {
  emit("unread");
  showTitle();
}

/** "(2) #table-1 · Levée": the number counts what calls this player. */
export function showTitle() {
  const pings = [...unread.values()].reduce((sum, { pings: some }) => sum + some, 0);
  const channel = world.channels.get(world.current);
  const place = channel ? `${isDirect(channel) ? "@" : "#"}${channelName(channel)} · ` : "";
  document.title = `${pings ? `(${pings}) ` : ""}${place}Levée`;
}
