import { h, safeUrl } from "./dom.js";
import { hex } from "./embeds.js";
import { emojiText } from "./emoji.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { select } from "./select.js";

const LINK = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", [LINK]: "secondary" };

/** By Discord's component type. `use(component, values)` is called when the player acts on one. */
const BUILDERS = {
  1: (row, context) => h("div", { class: "row" }, components(row.components, context)),
  2: button,
  3: select,
  5: select,
  9: section,
  10: (text) => h("div", { class: "markdown" }, markdown(text.content)),
  11: (thumbnail) => picture(thumbnail.media, thumbnail.description || "Picture", "picture thumbnail"),
  12: (gallery) =>
    h(
      "div",
      { class: "gallery" },
      gallery.items.map((item) => picture(item.media, item.description || "Picture")),
    ),
  14: (separator) => h("hr", { class: separator.divider === false ? "gap" : "divider" }),
  17: container,
};

/** The nodes of a message's components. `context` is {busy, use}. */
export function components(list = [], context) {
  return list.map((component) => BUILDERS[component.type]?.(component, context) ?? null);
}

function button(component, { busy, use }) {
  const { label, emoji, disabled, custom_id: customId } = component;
  const className = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === LINK) {
    const href = safeUrl(component.url);
    return h(
      "a",
      { class: className, href, target: "_blank", rel: "noopener noreferrer" },
      emojiText(emoji),
      label,
      icon("external"),
    );
  }
  const isBusy = busy === customId;
  return h(
    "button",
    {
      class: isBusy ? `${className} busy` : className,
      type: "button",
      disabled,
      "aria-busy": isBusy ? "true" : null,
      "aria-label": label ? null : (emoji?.name ?? "Button"),
      "data-custom-id": customId,
      "data-testid": "component",
      onclick: () => use(component),
    },
    emojiText(emoji),
    label && h("span", {}, label),
  );
}

function section(component, context) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(component.components, context)),
    components([component.accessory], context),
  );
}

function container(component, context) {
  const box = h("div", { class: "embed container" }, components(component.components, context));
  if (component.accent_color) box.style.borderInlineStartColor = hex(component.accent_color);
  return box;
}
