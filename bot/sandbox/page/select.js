import { h, icon } from "./dom.js";
import { selectList } from "./select-list.js";
import { displayName, world } from "./store.js";

const USER_SELECT = 5;

/** By custom id: what is chosen but not yet sent, and whether the list is open; outlives a redrawn message. */
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
export function select(component, { busy, use }) {
  const options = optionsOf(component);
  const draft = drafts.get(component.custom_id) ?? newDraft(options);
  const limits = { min: component.min_values ?? 1, max: component.max_values ?? 1 };
  const box = h("div", { class: busy === component.custom_id ? "select busy" : "select" });
  const label = component.placeholder || "Make a selection";

  const draw = () => {
    const parts = [opener(component, label, options, draft, () => show(!draft.open))];
    if (draft.open)
      parts.push(
        selectList({
          id: component.custom_id,
          label,
          options,
          draft,
          limits,
          choose,
          confirm,
          close: () => show(false),
        }),
      );
    if (draft.open && limits.max > 1) parts.push(confirmBar(draft, limits, confirm));
    box.replaceChildren(...parts);
  };
  const show = (open) => {
    draft.open = open;
    drafts.set(component.custom_id, draft);
    draw();
    box.querySelector(open ? "[role=listbox]" : ".select-opener").focus();
    box.lastElementChild.scrollIntoView({ block: "nearest" });
  };
  const send = (values) => {
    show(false);
    drafts.delete(component.custom_id);
    use(component, values);
  };
  const confirm = () => {
    const inOrder = options.map((option) => option.value).filter((value) => draft.chosen.has(value));
    if (isWithin(draft, limits)) send(inOrder);
  };
  const choose = (value) => {
    if (limits.max === 1) return send([value]);
    draft.active = options.findIndex((option) => option.value === value);
    if (!draft.chosen.delete(value) && draft.chosen.size < limits.max) draft.chosen.add(value);
    return show(true);
  };

  draw();
  return box;
}

const isWithin = ({ chosen }, { min, max }) => chosen.size >= min && chosen.size <= max;

function opener(component, label, options, draft, toggle) {
  const chosen = options.filter((option) => draft.chosen.has(option.value)).map((option) => option.label);
  const text = chosen.join(", ");
  return h(
    "button",
    {
      class: "select-opener",
      type: "button",
      disabled: component.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": String(draft.open),
      "aria-label": text ? `${label}: ${text}` : label,
      "data-testid": "select",
      "data-custom-id": component.custom_id,
      onclick: toggle,
    },
    h("span", { class: text ? "select-value" : "select-value muted" }, text || label),
    icon("chevron"),
  );
}

function confirmBar(draft, { min, max }, confirm) {
  const wanted = min === max ? `exactly ${max}` : `${min} to ${max}`;
  const disabled = !isWithin(draft, { min, max });
  return h(
    "div",
    { class: "select-confirm" },
    h("span", { class: "muted", role: "status" }, `${draft.chosen.size} chosen, ${wanted} wanted`),
    h(
      "button",
      {
        class: "button primary",
        type: "button",
        disabled,
        "data-testid": "select-confirm",
        onclick: confirm,
      },
      "Confirm",
    ),
  );
}
