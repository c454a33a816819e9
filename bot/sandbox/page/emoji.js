import { h } from "./dom.js";

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\s])+$/u;
const JUMBO_LENGTH = 40;

/** Discord's partial emoji; one uploaded to a server has only its name here. */
export function emojiText(emoji) {
  if (!emoji) return null;
  return h("span", { class: "emoji" }, emoji.id ? `:${emoji.name}:` : emoji.name);
}

/** A message of nothing but a few emoji is shown large. */
export const isOnlyEmoji = (text) => text.length <= JUMBO_LENGTH && ONLY_EMOJI.test(text);
