/** What the page knows of the world besides messages. `channels` and `members` are by id. */
export const world = {
  me: null,
  bot: null,
  guild: null,
  invite: "",
  channels: new Map(),
  members: new Map(),
  commands: [],
  current: null,
};

const listeners = new Map();

/** Topics: channels, commands, members, names, unread, room, log (its messages), sent, use-command, mention. */
export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

export function emit(topic, detail) {
  for (const listener of listeners.get(topic) ?? []) listener(detail);
}

export function takeState(state) {
  Object.assign(world, { me: state.me, bot: state.bot, guild: state.guild, invite: state.invite });
  world.commands = state.commands;
  world.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  world.members = new Map(state.guild.members.map((member) => [member.id, member]));
  for (const topic of ["channels", "members", "commands", "room"]) emit(topic);
}

export function takeMember(user) {
  const before = world.members.get(user.id);
  world.members.set(user.id, user);
  if (user.id === world.me.id) world.me = { ...world.me, ...user };
  emit("members");
  if (before && before.global_name !== user.global_name) emit("names");
}

export function takeChannel(channel) {
  world.channels.set(channel.id, { ...world.channels.get(channel.id), ...channel });
  emit("channels");
}

export function dropChannel({ id }) {
  world.channels.delete(id);
  emit("channels");
}

export function takeCommands(commands) {
  world.commands = commands;
  emit("commands");
}

/** The freshest thing known about a user: a message carries its author as of its sending. */
export const person = (user) => ({ ...user, ...world.members.get(user.id) });

export const displayName = (user) => {
  const known = person(user);
  return known.global_name || known.username || "somebody";
};

export const isThread = (channel) => channel.type === 11 || channel.type === 12 || channel.type === 10;
export const isDirect = (channel) => channel.type === 1;

export function channelName(channel) {
  if (!isDirect(channel)) return channel.name;
  const other = (channel.recipients ?? []).find((user) => user.id !== world.me.id) ?? world.bot;
  return displayName(other);
}

const byPlace = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);

/** Channels in the order the rail shows them: each text channel with its threads, then direct messages. */
export function channelsInOrder() {
  const all = [...world.channels.values()].sort(byPlace);
  const threadsOf = (parent) => all.filter((channel) => isThread(channel) && channel.parent_id === parent.id);
  const texts = all.filter((channel) => !isThread(channel) && !isDirect(channel));
  return [...texts.flatMap((channel) => [channel, ...threadsOf(channel)]), ...all.filter(isDirect)];
}

/** Orders snowflakes without BigInt: longer is later, then digit by digit. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
