import { h } from "./dom.js";
import { icon } from "./icons.js";
import { selectList } from "./select-list.js";
import { displayName, world } from "./store.js";

const USER_SELECT = 5;

/** By custom id: what is chosen but not yet sent, and whether the list is open, across redrawn messages. */
const drafts = new Map();

function optionsOf(component) {
  if (component.type !== USER_SELECT) return component.options;
  const chosen = new Set((component.default_values ?? []).map((value) => value.id));
  return [...world.members.values()].map((user) => ({
    label: displayName(user),
    value: user.id,
    default: chosen.has(user.id),
  }));
}

function newDraft(options) {
  const chosen = options.filter((option) => option.default).map((option) => option.value);
  return { open: false, active: 0, chosen: new Set(chosen) };
}

/**
 * A string or user select. One choice is sent at once; several are ticked and confirmed.
 * The list opens in the flow of the message, so that it is never cut off on a small screen.
 */
export const select = (component, context) => new MessageSelect(component, context).element;

class MessageSelect {
  #component;
  #use;
  #options;
  #draft;
  #limits;
  #label;

  constructor(component, { busy, use }) {
    this.#component = component;
    this.#use = use;
    this.#options = optionsOf(component);
    this.#draft = drafts.get(component.custom_id) ?? newDraft(this.#options);
    this.#limits = { min: component.min_values ?? 1, max: component.max_values ?? 1 };
    this.#label = component.placeholder || "Make a selection";
    this.element = h("div", { class: busy === component.custom_id ? "select busy" : "select" });
    this.#draw();
  }

  #draw() {
    const parts = [this.#opener()];
    if (this.#draft.open) parts.push(this.#list());
    if (this.#draft.open && this.#limits.max > 1) parts.push(this.#confirmBar());
    this.element.replaceChildren(...parts);
  }

  #show(open) {
    this.#draft.open = open;
    drafts.set(this.#component.custom_id, this.#draft);
    this.#draw();
    this.element.querySelector(open ? "[role=listbox]" : ".select-opener").focus();
    this.element.lastElementChild.scrollIntoView({ block: "nearest" });
  }

  #choose(value) {
    if (this.#limits.max === 1) return this.#send([value]);
    const { chosen } = this.#draft;
    this.#draft.active = this.#options.findIndex((option) => option.value === value);
    if (!chosen.delete(value) && chosen.size < this.#limits.max) chosen.add(value);
    return this.#show(true);
  }

  #confirm() {
    const values = this.#options.map((option) => option.value);
    if (this.#isWithinLimits()) this.#send(values.filter((value) => this.#draft.chosen.has(value)));
  }

  #send(values) {
    this.#show(false);
    drafts.delete(this.#component.custom_id);
    this.#use(this.#component, values);
  }

  #isWithinLimits() {
    const count = this.#draft.chosen.size;
    return count >= this.#limits.min && count <= this.#limits.max;
  }

  #opener() {
    const chosen = this.#options.filter((option) => this.#draft.chosen.has(option.value));
    const text = chosen.map((option) => option.label).join(", ");
    return h(
      "button",
      {
        class: "select-opener",
        type: "button",
        disabled: this.#component.disabled,
        "aria-haspopup": "listbox",
        "aria-expanded": String(this.#draft.open),
        "aria-label": text ? `${this.#label}: ${text}` : this.#label,
        "data-testid": "select",
        "data-custom-id": this.#component.custom_id,
        onclick: () => this.#show(!this.#draft.open),
      },
      h("span", { class: text ? "select-value" : "select-value muted" }, text || this.#label),
      icon("chevron"),
    );
  }

  #list() {
    return selectList({
      id: this.#component.custom_id,
      label: this.#label,
      options: this.#options,
      draft: this.#draft,
      many: this.#limits.max > 1,
      choose: (value) => this.#choose(value),
      confirm: () => this.#confirm(),
      close: () => this.#show(false),
    });
  }

  #confirmBar() {
    const { min, max } = this.#limits;
    const wanted = min === max ? `exactly ${max}` : `${min} to ${max}`;
    const attributes = { class: "button primary", type: "button", "data-testid": "select-confirm" };
    return h(
      "div",
      { class: "select-confirm" },
      h("span", { class: "muted", role: "status" }, `${this.#draft.chosen.size} chosen, ${wanted} wanted`),
      h(
        "button",
        { ...attributes, disabled: !this.#isWithinLimits(), onclick: () => this.#confirm() },
        "Confirm",
      ),
    );
  }
}
