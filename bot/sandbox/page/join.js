import * as api from "./api.js";
import { faultLine } from "./dialog.js";
import { at, h } from "./dom.js";

const LONGEST_NAME = 32;
const ME = "levee.me";

/** An invite opened in this browser then brings the player of this page in, or back. */
export const rememberMe = () => localStorage.setItem(ME, api.secret);

/** The page of an invite: a name, and the player is in. */
export function showJoin() {
  const fault = faultLine();
  const name = h("input", {
    class: "input",
    type: "text",
    autocomplete: "nickname",
    maxlength: LONGEST_NAME,
    placeholder: "Ana",
    "data-testid": "name-input",
  });
  const send = h(
    "button",
    { class: "button primary", type: "submit", "data-testid": "name-submit" },
    "Take a seat",
  );
  const label = h("label", { class: "modal-field" }, "Your name", name);
  const form = h("form", { class: "join-card", novalidate: true }, introduction(), label, fault, send);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    fault.textContent = await refusalOf(name.value.trim());
    send.disabled = false;
    name.focus();
  });
  at("join").append(form);
  at("join").hidden = false;
  name.focus();
  offerToComeAsBefore(form, fault);
}

/** Who has been here in this browser need not become somebody new. */
async function offerToComeAsBefore(form, fault) {
  const token = localStorage.getItem(ME);
  const state = token && (await api.readState(token).catch(() => null));
  if (!state) return;
  const enter = async () => {
    try {
      await api.enter(token);
      location.replace(`/play/${token}`);
    } catch (error) {
      if (!error.sentence) throw error;
      fault.textContent = error.sentence;
    }
  };
  const label = `Come in as ${state.me.global_name}`;
  form.append(
    h("button", { class: "button secondary", type: "button", "data-testid": "as-before", onclick: enter }, label),
  );
}

/** Joins and leaves for the player's own page; a sentence where that is refused. */
async function refusalOf(name) {
  if (!name) return "Please write a name: the others will see it.";
  try {
    const { link } = await api.join(name);
    location.replace(link);
    return "";
  } catch (error) {
    if (!error.sentence) throw error;
    return error.sentence;
  }
}

function introduction() {
  return [
    h("img", { src: "/page/static/icon.svg", alt: "", width: 72, height: 72 }),
    h("h1", {}, "Levée"),
    h("p", {}, "A card room for you and your friends: old card games, at tables kept by a bot."),
  ];
}

/** One sentence instead of the page. */
export function showNotice(sentence) {
  at("join").replaceChildren(
    h("div", { class: "join-card" }, ...introduction(), h("p", { class: "fault", role: "alert" }, sentence)),
  );
  at("join").hidden = false;
}
