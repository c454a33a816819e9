import * as api from "./api.js";
import { compareIds, emit, world } from "./store.js";

const PAGE = 50;

/**
 * By channel: `messages` oldest first, null before the first answer; `complete` once there are no older ones;
 * `asking` has, for each whole page that is being asked for, the changes that came meanwhile.
 */
const timelines = new Map();
const notes = [];

const changed = (channelId) => {
  if (channelId === world.current) emit("log");
};

/** After a lost connection only the server knows what was missed: channels are read anew when opened. */
export function forgetAllBut(channelId) {
  for (const id of [...timelines.keys()]) if (id !== channelId) timelines.delete(id);
}

export function isLoaded(channelId) {
  return Boolean(timelines.get(channelId)?.messages);
}

export function isComplete(channelId) {
  return Boolean(timelines.get(channelId)?.complete);
}

export async function load(channelId) {
  const timeline = timelines.get(channelId) ?? { messages: null, complete: false, asking: new Set() };
  timelines.set(channelId, timeline);
  const late = [];
  timeline.asking.add(late);
  try {
    const messages = await api.readMessages(channelId, null, PAGE);
    timeline.messages = keepUnchanged(timeline.messages ?? [], messages);
    timeline.complete = messages.length < PAGE;
    for (const change of late) change(timeline);
  } finally {
    timeline.asking.delete(late);
  }
  changed(channelId);
}

/** Messages that did not change stay the same objects, so that the log need not draw them again. */
function keepUnchanged(before, messages) {
  const known = new Map(before.map((message) => [message.id, message]));
  const isSame = (message) => JSON.stringify(known.get(message.id)) === JSON.stringify(message);
  return messages.map((message) => (isSame(message) ? known.get(message.id) : message));
}

export async function loadOlder(channelId) {
  const timeline = timelines.get(channelId);
  if (!timeline?.messages?.length || timeline.complete || timeline.growing) return;
  timeline.growing = true;
  try {
    const older = await api.readMessages(channelId, timeline.messages[0].id, PAGE);
    timeline.messages = [...older, ...timeline.messages];
    timeline.complete = older.length < PAGE;
  } finally {
    timeline.growing = false;
  }
  changed(channelId);
}

/** Runs `change` on the channel's messages: now, and again on a page that is still on its way. */
function amend(channelId, change) {
  const timeline = timelines.get(channelId);
  if (!timeline) return;
  for (const late of timeline.asking) late.push(change);
  if (!timeline.messages) return;
  change(timeline);
  changed(channelId);
}

export function placeMessage(message) {
  amend(message.channel_id, (timeline) => {
    const index = timeline.messages.findIndex((known) => compareIds(known.id, message.id) >= 0);
    if (index < 0) timeline.messages.push(message);
    else if (timeline.messages[index].id === message.id) timeline.messages[index] = message;
    else if (index > 0 || timeline.complete) timeline.messages.splice(index, 0, message);
  });
}

export function removeMessage({ id, channel_id: channelId }) {
  amend(channelId, (timeline) => {
    timeline.messages = timeline.messages.filter((message) => message.id !== id);
  });
}

/** The page's own passing remarks ("Sending command…"). */
export function placeNote(note) {
  const index = notes.findIndex((known) => known.id === note.id);
  if (index < 0) notes.push(note);
  else notes[index] = note;
  changed(note.channel_id);
}

export function removeNote(id) {
  const index = notes.findIndex((note) => note.id === id);
  if (index < 0) return;
  const [note] = notes.splice(index, 1);
  changed(note.channel_id);
}

/** What the channel shows, oldest first. */
export function visibleMessages(channelId) {
  const messages = timelines.get(channelId)?.messages ?? [];
  const passing = notes.filter((note) => note.channel_id === channelId);
  return [...messages, ...passing].sort((a, b) => new Date(a.timestamp) - new Date(b.timestamp));
}

export function findMessage(channelId, id) {
  return timelines.get(channelId)?.messages?.find((message) => message.id === id);
}

export function newestId(channelId) {
  return timelines.get(channelId)?.messages?.at(-1)?.id ?? null;
}
