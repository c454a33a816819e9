import { interactionData, parseTyped } from "./commands.js";
import { faultLine } from "./dialog.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { runCommand, suggestionsFor } from "./interactions.js";
import { OptionField } from "./option-field.js";
import { emit, world } from "./store.js";
import { COMBOBOX } from "./suggestions.js";

/** A command being filled in: its name, a chip per option, and a last input that adds optional ones. */
export class SlashForm {
  #invocation;
  #fields = [];
  #chips = h("span", { class: "chips" });
  #tail;
  #fault = faultLine();
  #leave;

  /** `leave(text)` is called once the form is done with, with what goes back into the plain composer. */
  constructor(invocation, suggestions, leave) {
    this.#invocation = invocation;
    this.suggestions = suggestions;
    this.#leave = leave;
    this.#tail = h("input", {
      ...COMBOBOX,
      class: "tail",
      type: "text",
      size: 12,
      enterkeyhint: "send",
      "aria-label": "Add an option, or press Enter to run the command",
      "data-testid": "command-tail",
      oninput: () => this.#tailChanged(),
      onfocus: () => this.#offerOptions(),
      onkeydown: (event) => this.#tailKey(event),
    });
    const cancel = () => this.#leave("");
    this.element = h(
      "div",
      { class: "slash", onkeydown: (event) => this.#escape(event) },
      h(
        "button",
        { class: "icon-button", type: "button", "aria-label": "Cancel the command", onclick: cancel },
        icon("close"),
      ),
      h(
        "span",
        { class: "slash-fields" },
        h("strong", { class: "slash-name" }, `/${invocation.title}`),
        this.#chips,
        this.#tail,
      ),
      this.#fault,
    );
  }

  /** Fills in what was typed after the command's name and puts the cursor on the first gap. */
  start(typed) {
    const { required, optional } = this.#invocation;
    const { values, rest } = parseTyped(typed, [...required, ...optional]);
    for (const option of required) this.#add(option);
    for (const option of optional) if (values.has(option.name)) this.#add(option);
    for (const field of this.#fields) field.fill(values.get(field.option.name) ?? "");
    const gap = this.#fields.find((field) => field.isEmpty);
    if (rest && gap) gap.fill(rest);
    this.advance();
  }

  /** To the next required option without a value, else to the end of the line. */
  advance() {
    const gap = this.#fields.find((field) => field.option.required && field.isEmpty);
    (gap?.input ?? this.#tail).focus();
  }

  clearFault() {
    this.#fault.textContent = "";
  }

  remove(field) {
    const index = this.#fields.indexOf(field);
    if (!field.option.required) {
      this.#fields.splice(index, 1);
      field.element.remove();
    }
    const before = this.#fields[index - 1];
    if (before) before.input.focus();
    else if (field.option.required) this.#leave(`/${this.#invocation.title}`);
    else this.advance();
  }

  /** As on Discord, an option's name typed with a colon is that option: the field's own, or one to go on with. */
  readNames(field) {
    const open = this.#fields.filter((other) => other !== field && other.isEmpty);
    const options = [field.option, ...open.map((other) => other.option), ...this.#remaining()];
    const { values, rest } = parseTyped(field.input.value, options);
    if (values.size === 0) return;
    field.fill([rest, values.get(field.option.name)].filter(Boolean).join(" "));
    values.delete(field.option.name);
    for (const [name, text] of values) {
      const target =
        open.find((other) => other.option.name === name) ??
        this.#add(options.find((option) => option.name === name));
      target.fill(text);
      target.input.focus();
    }
  }

  suggest(field) {
    const others = this.#fields.filter((other) => other !== field && !other.read().fault);
    const values = [
      ...others.map((other) => this.#valueOf(other)),
      { ...this.#named(field), value: field.input.value, focused: true },
    ];
    return suggestionsFor(world.current, interactionData(this.#invocation, values));
  }

  submit() {
    const filled = this.#fields.filter((field) => field.option.required || !field.isEmpty);
    const faulty = filled.find((field) => field.read().fault);
    this.#fault.textContent = faulty ? faulty.read().fault : "";
    for (const field of this.#fields) field.mark(field === faulty);
    if (faulty) return faulty.input.focus();
    const data = interactionData(
      this.#invocation,
      filled.map((field) => this.#valueOf(field)),
    );
    runCommand(world.current, data, this.#invocation.path);
    emit("sent");
    return this.#leave("");
  }

  #named = ({ option }) => ({ name: option.name, type: option.type });
  #valueOf = (field) => ({ ...this.#named(field), value: field.read().value });

  #add(option) {
    const field = new OptionField(option, this);
    this.#fields.push(field);
    this.#chips.append(field.element);
    return field;
  }

  #remaining() {
    return this.#invocation.optional.filter(
      (option) => !this.#fields.some((field) => field.option === option),
    );
  }

  #offerOptions() {
    const typed = this.#tail.value.trim().toLowerCase();
    const remaining = this.#remaining();
    this.#tail.placeholder = remaining.length ? "Enter to run, or + option" : "Enter to run";
    this.suggestions.show(this.#tail, {
      head: [h("strong", {}, `/${this.#invocation.title}`), ` ${this.#invocation.description}`],
      items: remaining
        .filter(({ name, label }) => name.startsWith(typed) || label.startsWith(typed))
        .map((option) => ({
          label: `+ ${option.label}`,
          name: option.name,
          detail: option.description,
          value: option,
        })),
      first: typed !== "",
      onPick: ({ value }) => this.#addOptional(value, ""),
    });
  }

  #addOptional(option, text) {
    this.#tail.value = "";
    const field = this.#add(option);
    field.fill(text);
    field.input.focus();
  }

  #tailChanged() {
    this.clearFault();
    const remaining = this.#remaining();
    const [[name, text] = []] = parseTyped(this.#tail.value, remaining).values;
    if (name)
      this.#addOptional(
        remaining.find((option) => option.name === name),
        text,
      );
    else this.#offerOptions();
  }

  #tailKey(event) {
    if (event.isComposing || this.suggestions.takeKey(event)) return;
    if (event.key === "Backspace" && this.#tail.value === "") this.#stepBack();
    else if (event.key === "Enter") this.#runFromTail();
    else return;
    event.preventDefault();
  }

  #runFromTail() {
    const typed = this.#tail.value.trim();
    if (typed === "") return this.submit();
    this.#fault.textContent = `/${this.#invocation.title} has no option “${typed}”.`;
    return undefined;
  }

  #stepBack() {
    const last = this.#fields.at(-1);
    if (last) last.input.focus();
    else this.#leave(`/${this.#invocation.title}`);
  }

  #escape(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (this.suggestions.hasItems) this.suggestions.hide();
    else this.#leave("");
  }
}
