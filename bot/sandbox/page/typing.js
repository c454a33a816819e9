import { at, h } from "./dom.js";
import { displayName, on, person, world } from "./store.js";

/** Discord shows that somebody types for ten seconds after the last word of it. */
const TYPING_MS = 10_000;

/** By "channel/user": the timer that ends the remark. */
const timers = new Map();
const line = h("p", { class: "typing", "aria-hidden": "true" });

function draw() {
  const here = [...timers.keys()]
    .map((key) => key.split("/"))
    .filter(([channelId]) => channelId === world.current);
  const names = here
    .filter(([, userId]) => userId !== world.me.id)
    .map(([, userId]) => displayName(person({ id: userId })));
  line.textContent = names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
}

function stop(channelId, userId) {
  clearTimeout(timers.get(`${channelId}/${userId}`));
  if (timers.delete(`${channelId}/${userId}`)) draw();
}

function start(channelId, userId) {
  stop(channelId, userId);
  timers.set(
    `${channelId}/${userId}`,
    setTimeout(() => stop(channelId, userId), TYPING_MS),
  );
  draw();
}

function watch() {
  at("composer-area").append(line);
  on("room", draw);
}

/** "Levée is typing…" below the composer. */
export const typing = { start, stop, watch };
