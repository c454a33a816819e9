import { icon } from "./icons.js";

const PROPERTIES = new Set(["checked", "disabled", "hidden", "selected", "value"]);

/**
 * Builds an element. Functions become listeners ("onclick"), null and false are left out, children may nest.
 * Children that are strings become text: nothing in a name or a message can turn into markup.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(element, name, value);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function assign(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (PROPERTIES.has(name)) element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** The element of index.html with this id. */
export const at = (id) => document.getElementById(id);

/** Gives a button of index.html its icon and its name. */
export function dress(button, iconName, label) {
  button.replaceChildren(icon(iconName));
  button.setAttribute("aria-label", label);
  button.title = label;
}

export function toast(sentence) {
  const note = h("p", { class: "toast" }, sentence);
  at("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}

/** Runs an async action of the user and shows in words what the server refused. */
export async function orToast(action) {
  try {
    return await action();
  } catch (error) {
    if (!error.sentence) throw error;
    toast(error.sentence);
    return undefined;
  }
}

/** An address that may stand in a link or picture, else null: http(s) only, our own pictures by path. */
export function safeUrl(text) {
  let url;
  try {
    url = new URL(text, location.origin);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  // The server may call itself 127.0.0.1 while the page was opened as localhost: same port, same server.
  const ours =
    url.origin === location.origin || (url.port === location.port && url.pathname.startsWith("/cdn/"));
  return ours ? url.pathname + url.search + url.hash : url.href;
}
