import { h } from "./dom.js";
import { emojiText } from "./emoji.js";
import { icon } from "./icons.js";

/**
 * The open list of a select; `many` may be ticked. `draft.active` is the index under the keyboard,
 * `draft.chosen` the ticked values; `choose(value)`, `confirm()` and `close()` are told what the player does.
 */
export function selectList({ id, label, options, draft, many, choose, confirm, close }) {
  const items = options.map((option, index) => item(option, `${id}-${index}`, { many, draft, choose }));
  const attributes = { "aria-label": label, "aria-multiselectable": many ? "true" : null };
  const box = h("ul", { class: "select-list", role: "listbox", tabindex: "0", ...attributes }, items);
  const activate = (index) => {
    items[draft.active]?.classList.remove("active");
    draft.active = (index + items.length) % items.length;
    items[draft.active].classList.add("active");
    items[draft.active].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", items[draft.active].id);
  };
  const chooseActive = () => choose(options[draft.active].value);
  const keys = {
    ArrowDown: () => activate(draft.active + 1),
    ArrowUp: () => activate(draft.active - 1),
    Home: () => activate(0),
    End: () => activate(items.length - 1),
    " ": chooseActive,
    Enter: many ? confirm : chooseActive,
    Escape: close,
  };
  box.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  box.addEventListener("focus", () => activate(draft.active));
  return box;
}

function item({ label, value, description, emoji }, id, { many, draft, choose }) {
  const isChosen = draft.chosen.has(value);
  return h(
    "li",
    {
      id,
      class: "select-option",
      role: "option",
      "aria-selected": String(isChosen),
      "data-testid": "select-option",
      "data-value": value,
      onclick: () => choose(value),
    },
    emojiText(emoji),
    h("span", { class: "select-label" }, label, description && h("small", {}, description)),
    many && h("span", { class: "tick" }, isChosen && icon("check")),
  );
}
