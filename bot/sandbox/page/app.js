import * as api from "./api.js";
import { startComposer } from "./composer.js";
import { at, orToast } from "./dom.js";
import { startDrawers } from "./drawers.js";
import { abandonPending, noteAnswered, takeOutcome } from "./interactions.js";
import { rememberMe, showJoin, showNotice } from "./join.js";
import { drawLog, pointAt, startLog } from "./log.js";
import { startMembers } from "./members.js";
import { isFreshAnswer } from "./message.js";
import { openModal } from "./modal.js";
import { startRail } from "./rail.js";
import { startHelp } from "./settings.js";
import { keepConnected } from "./socket.js";
import {
  channelName,
  channelsInOrder,
  dropChannel,
  dropMember,
  emit,
  enterRoom,
  isDirect,
  on,
  takeChannel,
  takeCommands,
  takeMember,
  takeState,
  world,
} from "./store.js";
import { keepCounting } from "./times.js";
import { forgetAllBut, isLoaded, load, newestId, placeMessage, removeMessage } from "./timeline.js";
import { typing } from "./typing.js";
import { markSeen, noteArrival, recallUnread, showTitle } from "./unread.js";

const QUIET_MS = 1500;
const LAST_CHANNEL = "levee.channel";
const NO_SERVER = "You are in no server here any more; open an invite link in this browser to come back.";

/** Opens the channel of the address (#channel or #channel/message), else the last one, else the first. */
async function openFromAddress() {
  const [wanted, messageId] = location.hash.slice(1).split("/");
  const known = [wanted, world.current, localStorage.getItem(LAST_CHANNEL)].find((id) =>
    world.channels.has(id),
  );
  const channel = world.channels.get(known ?? channelsInOrder()[0]?.id);
  if (!channel) return;
  enterRoom(channel.id);
  localStorage.setItem(LAST_CHANNEL, channel.id);
  drawLog();
  if (!isLoaded(channel.id)) await orToast(() => load(channel.id));
  markSeen(channel.id, newestId(channel.id));
  showTitle();
  if (messageId) pointAt(messageId);
}

function showRoom() {
  const channel = world.channels.get(world.current);
  if (!channel) return;
  at("room-name").textContent = `${isDirect(channel) ? "@" : "#"} ${channelName(channel)}`;
  at("room-topic").textContent = channel.topic ?? "";
  at("new-thread").hidden = isDirect(channel);
}

function stepChannel(step) {
  const ids = channelsInOrder().map((channel) => channel.id);
  location.hash = ids[(ids.indexOf(world.current) + step + ids.length) % ids.length];
}

/** Everything once more: the player may be in other servers, and see other channels, than before. */
function takeWhole(state) {
  takeState(state);
  recallUnread();
  at("chat").hidden = !world.guild;
  if (!world.guild) return showNotice(NO_SERVER);
  at("join").hidden = true;
  if (!world.channels.has(world.current)) return openFromAddress();
}

/** What the server sends, by frame type. */
const EVENTS = {
  async ready(state) {
    abandonPending();
    takeWhole(state);
    forgetAllBut(world.current);
    if (world.channels.has(world.current)) await orToast(() => load(world.current));
  },
  state: takeWhole,
  message_create(message) {
    placeMessage(message);
    if (message.channel_id === world.current && isFreshAnswer(message)) emit("answered");
    typing.stop(message.channel_id, message.author.id);
    noteArrival(message);
  },
  message_update(message) {
    noteAnswered(message.id);
    placeMessage(message);
  },
  message_delete: removeMessage,
  channel_create: takeChannel,
  channel_update: takeChannel,
  channel_delete(channel) {
    dropChannel(channel);
    if (channel.id === world.current) openFromAddress();
  },
  member_update: takeMember,
  member_remove: dropMember,
  account_delete: () => location.reload(),
  commands_update: takeCommands,
  interaction: takeOutcome,
  modal: openModal,
  typing: ({ channel_id: channelId, user_id: userId }) => typing.start(channelId, userId),
};

let quiet = null;

/** A short break is not worth a word. */
function showLink(isOpen) {
  if (isOpen) {
    clearTimeout(quiet);
    quiet = null;
    at("banner").hidden = true;
    return;
  }
  quiet ??= setTimeout(() => {
    at("banner").textContent = "Connection lost. Trying again; what you see may be old.";
    at("banner").hidden = false;
  }, QUIET_MS);
}

async function startChat() {
  let state;
  try {
    state = await api.readState();
  } catch (error) {
    if (!error.sentence) throw error;
    return showNotice(error.sentence);
  }
  for (const start of [
    startRail,
    startMembers,
    startHelp,
    startLog,
    startComposer,
    startDrawers,
    keepCounting,
    typing.watch,
  ])
    start();
  rememberMe();
  for (const topic of ["room", "channels", "names"]) on(topic, showRoom);
  takeWhole(state);
  addEventListener("hashchange", openFromAddress);
  document.addEventListener("keydown", (event) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    stepChannel(event.key === "ArrowUp" ? -1 : 1);
  });
  if (world.guild) await openFromAddress();
  return keepConnected((type, detail) => EVENTS[type]?.(detail), showLink);
}

if (location.pathname.startsWith("/join/")) showJoin();
else startChat();
