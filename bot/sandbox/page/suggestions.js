import { h } from "./dom.js";

/**
 * The list above the composer, worked from whichever input it is shown for (ARIA combobox pattern).
 * Items are {label, detail, side, value, testId, name}; all but the label may be missing.
 */
export class Suggestions {
  #heading = h("p", { class: "suggest-head" });
  #list = h("ul", { id: "suggestions", class: "suggest-list", role: "listbox", "aria-label": "Suggestions" });
  #input = null;
  #items = [];
  #active = -1;
  #pick = null;

  constructor() {
    this.element = h("div", { class: "suggest", hidden: true }, this.#heading, this.#list);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get hasItems() {
    return this.#items.length > 0;
  }

  /** Shows `items` for `input`; `first` says whether Enter takes the first one without arrow keys. */
  show(input, { head, items, first, onPick }) {
    if (input !== this.#input) this.#tellExpanded(false);
    this.#input = input;
    this.#items = items;
    this.#pick = onPick;
    this.#active = -1;
    this.#heading.replaceChildren(...[head ?? []].flat());
    this.#list.replaceChildren(...items.map((item, index) => row(item, index, () => onPick(item))));
    this.element.hidden = !items.length && !head;
    this.#tellExpanded(this.hasItems);
    this.#activate(first && this.hasItems ? 0 : -1);
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#list.replaceChildren();
    this.#tellExpanded(false);
    this.#activate(-1);
  }

  /** Arrow keys, and Tab or Enter on the active item; true if the key has been used. */
  takeKey(event) {
    if (!this.hasItems || event.altKey) return false;
    const { key, shiftKey } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.#step(key === "ArrowDown" ? 1 : -1);
    else if ((key === "Enter" || key === "Tab") && !shiftKey && this.#active >= 0)
      this.#pick(this.#items[this.#active]);
    else return false;
    event.preventDefault();
    return true;
  }

  #step(step) {
    const count = this.#items.length;
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.#activate((from + step + count) % count);
  }

  #activate(index) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const node = this.#list.children[index];
    if (!node) return this.#input?.removeAttribute("aria-activedescendant");
    node.setAttribute("aria-selected", "true");
    node.scrollIntoView({ block: "nearest" });
    return this.#input.setAttribute("aria-activedescendant", node.id);
  }

  /** A textarea may not be called a combobox, so only inputs have this state. */
  #tellExpanded(isExpanded) {
    if (this.#input?.getAttribute("role") === "combobox")
      this.#input.setAttribute("aria-expanded", String(isExpanded));
  }
}

function row({ label, detail, testId, name, side }, index, choose) {
  const attributes = { "data-testid": testId ?? "suggestion", "data-name": name ?? label };
  return h(
    "li",
    {
      id: `suggestion-${index}`,
      class: "suggest-item",
      role: "option",
      "aria-selected": "false",
      ...attributes,
      // The input keeps the focus, and with it the keyboard of a phone stays open.
      onmousedown: (event) => event.preventDefault(),
      onclick: choose,
    },
    h("span", { class: "suggest-label" }, label),
    detail && h("span", { class: "suggest-detail" }, detail),
    side && h("span", { class: "suggest-side" }, side),
  );
}

/** The attributes of a text field that offers suggestions. */
export const SUGGESTING = {
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
  "aria-autocomplete": "list",
  "aria-controls": "suggestions",
};

export const COMBOBOX = { ...SUGGESTING, role: "combobox", "aria-expanded": "false" };
