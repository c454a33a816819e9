import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { displayName, world } from "./store.js";

const PARAGRAPH = 2;
const USER_SELECT = 5;

/** By type; each part is {element, check() → sentence or null, answer() → what Discord would send}. */
const BUILDERS = { 1: row, 3: choice, 4: textInput, 5: choice, 10: prose, 18: labelled };

export function modalParts(components) {
  return components
    .filter(({ type }) => BUILDERS[type])
    .map((component) => BUILDERS[component.type](component));
}

const identity = ({ type, id }) => (id === undefined ? { type } : { type, id });

function row(component) {
  const parts = modalParts(component.components);
  return {
    element: h(
      "div",
      { class: "modal-row" },
      parts.map((part) => part.element),
    ),
    check: () => parts.map((part) => part.check()).find(Boolean) ?? null,
    answer: () => ({ ...identity(component), components: parts.map((part) => part.answer()) }),
  };
}

function labelled(component) {
  const { label, description, component: inner } = component;
  const [part] = modalParts([{ ...inner, label, description }]);
  return { ...part, answer: () => ({ ...identity(component), component: part.answer() }) };
}

function prose(component) {
  return {
    element: h("div", { class: "markdown" }, markdown(component.content)),
    check: () => null,
    answer: () => identity(component),
  };
}

function caption({ label, description, required }) {
  const star = required === false ? null : h("span", { class: "star", title: "required" }, " *");
  return [h("span", { class: "modal-label" }, label, star), description && h("small", {}, description)];
}

function textInput(component) {
  const { label, placeholder, value = "", required = true, min_length: low, max_length: high } = component;
  const attributes = {
    class: "input",
    placeholder,
    value,
    maxlength: high,
    required,
    "data-custom-id": component.custom_id,
  };
  const input =
    component.style === PARAGRAPH
      ? h("textarea", { ...attributes, rows: 4 })
      : h("input", { ...attributes, type: "text" });
  const check = () => {
    const length = input.value.trim().length;
    const isShort = length > 0 && length < (low ?? 0);
    const fault =
      required && length === 0
        ? `${label} is required.`
        : isShort
          ? `${label}: at least ${low} characters.`
          : null;
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    return fault;
  };
  return {
    element: h("label", { class: "modal-field" }, caption(component), input),
    check,
    answer: () => ({ ...identity(component), custom_id: component.custom_id, value: input.value }),
  };
}

function optionsOf(component) {
  if (component.type !== USER_SELECT) return component.options;
  return [...world.members.values()].map((user) => ({ label: displayName(user), value: user.id }));
}

/** A select: a native one for a single choice, tick boxes for several. */
function choice(component) {
  const options = optionsOf(component);
  const required = component.required !== false;
  const low = required ? Math.max(1, component.min_values ?? 1) : 0;
  const high = component.max_values ?? 1;
  const { element, chosen } =
    high > 1 ? tickBoxes(component, options) : nativeSelect(component, options, required);
  const range = low === high ? `choose ${low}` : `choose ${low} to ${high}`;
  return {
    element,
    check: () => {
      const count = chosen().length;
      if (count === 0 && !required) return null;
      return count < low || count > high ? `${component.label}: ${range}.` : null;
    },
    answer: () => ({ ...identity(component), custom_id: component.custom_id, values: chosen() }),
  };
}

function nativeSelect(component, options, required) {
  const hasDefault = options.some((option) => option.default);
  const blank =
    !hasDefault && h("option", { value: "" }, component.placeholder ?? (required ? "Choose…" : "None"));
  const items = options.map((option) =>
    h("option", { value: option.value, selected: option.default }, optionText(option)),
  );
  const input = h("select", { class: "input", "data-custom-id": component.custom_id }, blank, items);
  return {
    element: h("label", { class: "modal-field" }, caption(component), input),
    chosen: () => (input.value ? [input.value] : []),
  };
}

const optionText = ({ emoji, label, description }) =>
  `${emoji?.name ? `${emoji.name} ` : ""}${label}${description ? ` – ${description}` : ""}`;

function tickBoxes(component, options) {
  const boxes = options.map((option) =>
    h("input", { type: "checkbox", value: option.value, checked: option.default }),
  );
  const rows = boxes.map((box, index) => h("label", { class: "tick-row" }, box, optionText(options[index])));
  return {
    element: h(
      "fieldset",
      { class: "modal-field", "data-custom-id": component.custom_id },
      h("legend", {}, caption(component)),
      rows,
    ),
    chosen: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}
