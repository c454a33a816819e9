import { h } from "./dom.js";

/**
 * The list above the composer, worked from whichever input it is shown for (ARIA combobox pattern).
 * Items are {label, detail, value, testId?, name?}; `pick(item)` is told the choice.
 */
export function suggestionList(panel) {
  const heading = h("p", { class: "suggest-head" });
  const list = h("ul", {
    id: "suggestions",
    class: "suggest-list",
    role: "listbox",
    "aria-label": "Suggestions",
  });
  panel.append(heading, list);
  panel.hidden = true;
  let input = null;
  let items = [];
  let active = -1;
  let pick = null;

  const activate = (index) => {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const node = list.children[active];
    node?.setAttribute("aria-selected", "true");
    node?.scrollIntoView({ block: "nearest" });
    if (node) input.setAttribute("aria-activedescendant", node.id);
    else input.removeAttribute("aria-activedescendant");
  };

  const hide = () => {
    panel.hidden = true;
    items = [];
    list.replaceChildren();
    tellExpanded(input, false);
    input?.removeAttribute("aria-activedescendant");
  };

  /** Shows `items` for `input`; `first` says whether Enter takes the first one without arrow keys. */
  const show = (forInput, { head, items: fresh, first, onPick }) => {
    if (input !== forInput) tellExpanded(input, false);
    [input, items, pick, active] = [forInput, fresh, onPick, -1];
    heading.replaceChildren(...[head ?? []].flat());
    list.replaceChildren(...items.map((item, index) => row(item, index, () => onPick(item))));
    panel.hidden = !items.length && !head;
    tellExpanded(input, items.length > 0);
    if (first && items.length) activate(0);
  };

  /** Arrow keys, and Tab or Enter on the active item; true if the key has been used. */
  const takeKey = (event) => {
    if (!items.length) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (event.altKey) return false;
      const step = event.key === "ArrowDown" ? 1 : -1;
      activate(active < 0 && step < 0 ? items.length - 1 : (active + step + items.length) % items.length);
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && active >= 0) {
      pick(items[active]);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  };

  return { show, hide, takeKey, isOpen: () => !panel.hidden, hasItems: () => items.length > 0 };
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

/** A textarea may not be called a combobox, so only inputs have this state. */
function tellExpanded(input, isExpanded) {
  if (input?.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", String(isExpanded));
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
