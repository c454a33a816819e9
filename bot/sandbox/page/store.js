/**
 * What the page knows of the world besides messages. `guilds`, `channels` and `members` are by id.
 * `guild` is the server of the open channel, or was the last one before direct messages were opened;
 * `members` are its members, `commands` those that it offers. It is null when the player is in none.
 */
export const world = {
  me: null,
  bot: null,
  guilds: new Map(),
  guild: null,
  channels: new Map(),
  members: new Map(),
  commands: [],
  current: null,
};

let allCommands = [];
const listeners = new Map();

/** Topics: channels, commands, members, names, unread, room, log (its messages), sent, use-command, mention. */
export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

export function emit(topic, detail) {
  for (const listener of listeners.get(topic) ?? []) listener(detail);
}

export function takeState(state) {
  Object.assign(world, { me: state.me, bot: state.bot });
  allCommands = state.commands;
  world.channels = byId(state.channels);
  world.guilds = byId(state.guilds.map((guild) => ({ ...guild, members: byId(guild.members) })));
  turnToGuild();
  if (!world.guild) return;
  for (const topic of ["channels", "members", "commands", "room"]) emit(topic);
}

const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

function turnToGuild() {
  const { guild_id: id } = world.channels.get(world.current) ?? {};
  world.guild = world.guilds.get(id ?? world.guild?.id) ?? [...world.guilds.values()][0] ?? null;
  world.members = world.guild?.members ?? new Map();
  world.commands = allCommands.filter((command) => !command.guild_id || command.guild_id === world.guild?.id);
}

export function enterRoom(channelId) {
  const before = world.guild;
  world.current = channelId;
  turnToGuild();
  emit("room");
  if (world.guild !== before) for (const topic of ["members", "commands", "names"]) emit(topic);
}

export function takeMember(member) {
  const { members } = world.guilds.get(member.guild_id) ?? world;
  const before = members.get(member.id);
  members.set(member.id, member);
  emit("members");
  if (before && nameOf(before) !== nameOf(member)) emit("names");
}

/** What the player changed of himself. */
export function takeMe(me) {
  world.me = me;
  for (const { members } of world.guilds.values()) members.set(me.id, { ...members.get(me.id), ...me });
  for (const topic of ["members", "names"]) emit(topic);
}

export function dropMember({ guild_id: guildId, id }) {
  world.guilds.get(guildId)?.members.delete(id);
  emit("members");
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
  allCommands = commands;
  turnToGuild();
  emit("commands");
}

/** The freshest thing known about a user: a message carries its author as of its sending. */
export const person = (user) => ({ ...user, ...world.members.get(user.id) });

const nameOf = (known) => known.nick || known.global_name || known.username || "somebody";

export const displayName = (user) => nameOf(person(user));

export const isThread = (channel) => channel.type === 11 || channel.type === 12 || channel.type === 10;
export const isDirect = (channel) => channel.type === 1;

export function channelName(channel) {
  if (!isDirect(channel)) return channel.name;
  const other = (channel.recipients ?? []).find((user) => user.id !== world.me.id) ?? world.bot;
  return displayName(other);
}

const byPlace = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);

/** Channels in the rail's order: by server, each text channel with its threads, then direct messages. */
export function channelsInOrder() {
  const all = [...world.channels.values()].sort(byPlace);
  const threadsOf = (parent) => all.filter((channel) => isThread(channel) && channel.parent_id === parent.id);
  const textsOf = (guild) =>
    all.filter((channel) => channel.guild_id === guild.id && !isThread(channel) && !isDirect(channel));
  const texts = [...world.guilds.values()].flatMap(textsOf);
  return [...texts.flatMap((channel) => [channel, ...threadsOf(channel)]), ...all.filter(isDirect)];
}

/** Orders snowflakes without BigInt: longer is later, then digit by digit. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
