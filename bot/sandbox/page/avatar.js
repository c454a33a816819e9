import { h } from "./dom.js";
import { displayName, person, world } from "./store.js";

const PALETTE = ["#5865f2", "#3ba55d", "#c27c0e", "#eb459e", "#9b59b6", "#1abc9c", "#e67e22", "#e74c3c"];
/** The lightest ground a name stands on: a message that calls the player. */
const NAME_GROUND = [0x42, 0x3e, 0x37];
const AA_CONTRAST = 4.5;

function channels(color) {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}

/** WCAG relative luminance of an [r, g, b] in 0…255. */
function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function colorOf(user) {
  const { color } = person(user);
  if (/^#[0-9a-f]{6}$/i.test(color ?? "")) return color;
  return PALETTE[Number(user.id.slice(-4)) % PALETTE.length];
}

/** A circle with the user's initial and colour; decorative, the name always stands beside it. */
export function avatar(user, size = 40) {
  if (user.id === world.bot?.id) {
    return h("img", { class: "avatar", src: "/page/static/icon.svg", alt: "", width: size, height: size });
  }
  const color = colorOf(user);
  const circle = h(
    "span",
    { class: "avatar", "aria-hidden": "true" },
    [...displayName(user)][0].toUpperCase(),
  );
  circle.style.backgroundColor = color;
  circle.style.color = contrast([255, 255, 255], channels(color)) >= 3 ? "#fff" : "#111214";
  circle.style.width = circle.style.height = `${size}px`;
  circle.style.fontSize = `${size * 0.45}px`;
  return circle;
}

/** The user's name in his colour, where that can be read on the page's grey. */
export function authorName(user) {
  const name = h("span", { class: "author" }, displayName(user));
  const color = colorOf(user);
  if (!user.bot && contrast(channels(color), NAME_GROUND) >= AA_CONTRAST) name.style.color = color;
  return name;
}

export const botTag = (user) => (user.bot ? h("span", { class: "tag" }, "BOT") : null);
