import { TYPE, readOption } from "./commands.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { channelName, displayName, isDirect, world } from "./store.js";
import { COMBOBOX } from "./suggestions.js";

const AUTOCOMPLETE_MS = 200;
const MOST_SHOWN = 25;
const NARROWEST = 4;
const WIDEST = 28;
const KEYBOARDS = { [TYPE.INTEGER]: "numeric", [TYPE.NUMBER]: "decimal" };

const withoutSign = (text) => text.trim().replace(/^[@#]/, "").toLowerCase();

/** The only values an option may take, or null where it is free. */
function offeredFor(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === TYPE.BOOLEAN)
    return [
      { label: "True", value: true },
      { label: "False", value: false },
    ];
  if (option.type === TYPE.USER || option.type === TYPE.MENTIONABLE) {
    return [...world.members.values()].map((user) => ({
      label: displayName(user),
      detail: user.username,
      value: user.id,
    }));
  }
  if (option.type !== TYPE.CHANNEL) return null;
  const channels = [...world.channels.values()].filter((channel) => !isDirect(channel));
  return channels.map((channel) => ({ label: channelName(channel), value: channel.id }));
}

/** One option of a command being filled in: a labelled input with suggestions, inside a SlashForm. */
export class OptionField {
  #form;
  #asked = 0;
  #timer = null;
  #picked = null;
  #offered;

  constructor(option, form) {
    this.option = option;
    this.#form = form;
    this.#offered = offeredFor(option);
    this.input = h("input", {
      ...COMBOBOX,
      type: "text",
      inputmode: KEYBOARDS[option.type],
      size: NARROWEST,
      enterkeyhint: "next",
      "data-option": option.name,
      oninput: () => this.#changed(),
      onfocus: () => this.#refresh(),
      onkeydown: (event) => this.#key(event),
    });
    this.element = h(
      "span",
      { class: "chip", "data-testid": "option" },
      h("label", {}, h("span", { class: "chip-name" }, option.label), this.input),
      !option.required && this.#removeButton(),
    );
  }

  fill(text, picked = null) {
    this.input.value = text;
    this.#picked = picked;
    this.input.size = Math.min(WIDEST, Math.max(NARROWEST, text.length + 1));
    this.mark(false);
  }

  get isEmpty() {
    return this.input.value.trim() === "";
  }

  /** {value} or {fault}. */
  read() {
    return readOption(this.option, this.input.value.trim(), this.#picked, this.#offered);
  }

  mark(isFaulty) {
    this.element.classList.toggle("faulty", isFaulty);
    this.input.setAttribute("aria-invalid", String(isFaulty));
  }

  #removeButton() {
    const remove = () => this.#form.remove(this);
    const label = `Remove ${this.option.label}`;
    return h(
      "button",
      { class: "chip-remove", type: "button", tabindex: "-1", "aria-label": label, onclick: remove },
      icon("close"),
    );
  }

  #changed() {
    this.fill(this.input.value);
    this.#form.clearFault();
    this.#form.readNames(this);
    if (document.activeElement === this.input) this.#refresh();
  }

  #key(event) {
    if (event.isComposing || this.#form.suggestions.takeKey(event)) return;
    if (event.key === "Backspace" && this.input.value === "") this.#form.remove(this);
    else if (event.key === "Enter") this.#form.submit();
    else return;
    event.preventDefault();
  }

  /** What is known at once, then, a moment after the last key, what the bot suggests. */
  #refresh() {
    const mine = ++this.#asked;
    clearTimeout(this.#timer);
    const typed = withoutSign(this.input.value);
    this.#show(
      (this.#offered ?? []).filter(({ label }) => this.#picked || label.toLowerCase().includes(typed)),
    );
    if (!this.option.autocomplete) return;
    this.#timer = setTimeout(
      async () => {
        const choices = await this.#form.suggest(this);
        const isWanted = mine === this.#asked && document.activeElement === this.input;
        if (isWanted) this.#show(choices.map(({ name, value }) => ({ label: name, value })));
      },
      typed ? AUTOCOMPLETE_MS : 0,
    );
  }

  #show(items) {
    const typed = withoutSign(this.input.value);
    const isExact = ({ label, value }) => [label.toLowerCase(), String(value).toLowerCase()].includes(typed);
    const sorted = [...items.filter(isExact), ...items.filter((item) => !isExact(item))];
    this.#form.suggestions.show(this.input, {
      head: [
        h("strong", {}, this.option.label),
        ` ${this.option.description}${this.option.required ? "" : " (optional)"}`,
      ],
      items: sorted.slice(0, MOST_SHOWN),
      first: this.option.required || typed !== "",
      onPick: (item) => {
        this.fill(item.label, item);
        this.#form.advance();
      },
    });
  }
}
