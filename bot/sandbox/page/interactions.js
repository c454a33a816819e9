import * as api from "./api.js";
import { emit, world } from "./store.js";
import { placeNote, removeNote } from "./timeline.js";

const COMMAND = 2;
const COMPONENT = 3;
const AUTOCOMPLETE = 4;
const MODAL = 5;

const FAILED = "This interaction failed";
const UNANSWERED = "The application did not respond";

/** By nonce: interactions not answered yet. `settle(status, sentence)` is told what became of each. */
const pending = new Map();
/** By message id: the custom id of the component at work, or the sentence to show under the message. */
const busy = new Map();
const failures = new Map();

export const busyComponent = (messageId) => busy.get(messageId);
export const failureUnder = (messageId) => failures.get(messageId);

async function send(interaction, settle) {
  const nonce = crypto.randomUUID();
  pending.set(nonce, settle);
  try {
    await api.sendInteraction({ ...interaction, nonce });
  } catch (error) {
    conclude(nonce, "failed", error.sentence);
  }
}

function conclude(nonce, status, sentence) {
  const settle = pending.get(nonce);
  if (!settle) return;
  if (status !== "deferred") pending.delete(nonce);
  settle(status, sentence);
}

/** An `interaction` frame of the server. */
export const takeOutcome = ({ nonce, status }) => conclude(nonce, status);

/** After a lost connection no outcome will come any more. */
export function abandonPending() {
  for (const nonce of [...pending.keys()]) conclude(nonce, "lost");
}

export function runCommand(channelId, data, shownName) {
  const id = `note-${crypto.randomUUID()}`;
  const note = {
    id,
    channel_id: channelId,
    author: world.bot,
    flags: 0,
    timestamp: new Date().toISOString(),
    interaction_metadata: { name: shownName, user: world.me },
  };
  placeNote({ ...note, remark: "Sending command…", waiting: true });
  return send({ type: COMMAND, channel_id: channelId, data }, (status, sentence) => {
    if (status === "failed") placeNote({ ...note, remark: sentence ?? UNANSWERED, flags: 64 });
    else removeNote(id);
  });
}

/** A press of a button, or a choice (`values`) in a select. */
export function useComponent(message, component, values) {
  const { id: messageId, channel_id: channelId } = message;
  if (busy.get(messageId) === component.custom_id) return;
  busy.set(messageId, component.custom_id);
  failures.delete(messageId);
  emit("log");
  const data = { component_type: component.type, custom_id: component.custom_id, ...(values && { values }) };
  send({ type: COMPONENT, channel_id: channelId, message_id: messageId, data }, (status, sentence) => {
    if (status !== "deferred") busy.delete(messageId);
    if (status === "failed") failures.set(messageId, sentence ?? FAILED);
    emit("log");
  });
}

/** A message that changed has been answered, whatever else is still to come. */
export function noteAnswered(messageId) {
  busy.delete(messageId);
  failures.delete(messageId);
}

/** Resolves once the bot has taken the modal; rejects with a sentence otherwise. */
export function submitModal(channelId, interactionId, data) {
  return new Promise((resolve, reject) => {
    send({ type: MODAL, channel_id: channelId, interaction_id: interactionId, data }, (status, sentence) => {
      if (status === "failed") reject(new api.Refused(sentence ?? "Something went wrong. Try again."));
      else if (status === "lost")
        reject(new api.Refused("The connection was lost meanwhile. Send again if nothing came of it."));
      else resolve();
    });
  });
}

/** The bot's suggestions for the focused option; none where it does not answer. */
export async function suggestionsFor(channelId, data) {
  try {
    const { choices } = await api.sendInteraction({
      type: AUTOCOMPLETE,
      channel_id: channelId,
      data,
      nonce: crypto.randomUUID(),
    });
    return choices ?? [];
  } catch {
    return [];
  }
}
