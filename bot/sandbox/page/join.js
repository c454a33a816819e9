import * as api from "./api.js";
import { faultLine } from "./dialog.js";
import { at, h } from "./dom.js";

const LONGEST_NAME = 32;

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
  const form = h(
    "form",
    { class: "join-card", novalidate: true },
    ...introduction(),
    h("label", { class: "modal-field" }, "Your name", name),
    fault,
    send,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = name.value.trim() ? "" : "Please write a name: the others will see it.";
    if (fault.textContent) return name.focus();
    send.disabled = true;
    try {
      const { link } = await api.join(name.value.trim());
      return location.replace(link);
    } catch (error) {
      if (!error.sentence) throw error;
      fault.textContent = error.sentence;
      send.disabled = false;
      return name.focus();
    }
  });
  at("join").append(form);
  at("join").hidden = false;
  name.focus();
}

function introduction() {
  return [
    h("img", { src: "/page/static/icon.svg", alt: "", width: 72, height: 72 }),
    h("h1", {}, "Levée"),
    h("p", {}, "A card room for you and your friends: Bourré, Bura and Bouillotte, at tables kept by a bot."),
  ];
}

/** One sentence instead of the page. */
export function showNotice(sentence) {
  at("join").replaceChildren(
    h("div", { class: "join-card" }, ...introduction(), h("p", { class: "fault", role: "alert" }, sentence)),
  );
  at("join").hidden = false;
}
