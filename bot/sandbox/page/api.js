/** What the server refused, in a sentence for the player. */
export class Refused extends Error {
  constructor(sentence, status = 0) {
    super(sentence);
    this.sentence = sentence;
    this.status = status;
  }
}

const UNREACHABLE = "The server cannot be reached just now; nothing was sent.";

/** The last part of /join/<invite> or /play/<token>. */
export const secret = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function request(method, path, body, token = secret) {
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  if (reply.status === 204) return null;
  const answer = await reply.json().catch(() => null);
  if (reply.ok) return answer;
  throw new Refused(answer?.error ?? `The server refused this (${reply.status}).`, reply.status);
}

const api = "/page/api";
const query = (values) => new URLSearchParams(values).toString();

export const join = (name) => request("POST", "/page/join", { invite: secret, name });
/** With the invite of the address, for the player whose token it is. */
export const enter = (token) => request("POST", `${api}/guilds`, { invite: secret }, token);
export const readState = (token) => request("GET", `${api}/state`, undefined, token);
export const changeMe = (changes) => request("PATCH", `${api}/me`, changes);
export const createChannel = (guild, name) =>
  request("POST", `${api}/channels`, { guild_id: guild, name });
export const createThread = (parent, name) => request("POST", `${api}/channels/${parent}/threads`, { name });
export const sendMessage = (channel, content) =>
  request("POST", `${api}/channels/${channel}/messages`, { content });
export const deleteMessage = (channel, id) => request("DELETE", `${api}/channels/${channel}/messages/${id}`);
export const sendInteraction = (interaction) => request("POST", `${api}/interactions`, interaction);

/** Oldest first; `before` is a message id or null. */
export const readMessages = (channel, before, limit) =>
  request("GET", `${api}/channels/${channel}/messages?${query({ limit, ...(before && { before }) })}`);
