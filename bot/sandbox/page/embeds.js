import { h, safeUrl } from "./dom.js";
import { inline, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { messageTime, timeElement } from "./times.js";

const FIELDS_IN_A_ROW = 3;

/** `attachments` serve addresses of the form attachment://name. */
export function embed(content, attachments = []) {
  const { author, title, url, description, fields = [], image, thumbnail } = content;
  const box = h(
    "div",
    { class: image ? "embed wide" : "embed" },
    thumbnail && small(resolve(thumbnail, attachments), title),
    author &&
      h(
        "p",
        { class: "embed-author" },
        mark(author.icon_url),
        author.url ? link(author.url, author.name) : author.name,
      ),
    title && h("h3", { class: "embed-title" }, url ? link(url, inline(title)) : inline(title)),
    description && h("div", { class: "embed-text markdown" }, markdown(description)),
    fields.length > 0 && fieldGrid(fields),
    image && large(resolve(image, attachments), attachments, title),
    foot(content),
  );
  if (content.color) box.style.borderInlineStartColor = hex(content.color);
  return box;
}

export const hex = (color) => `#${color.toString(16).padStart(6, "0")}`;

function resolve(media, attachments) {
  const name = media.url?.match(/^attachment:\/\/(.+)$/)?.[1];
  return name ? (attachments.find((file) => file.filename === name) ?? media) : media;
}

/** The attachments that no embed shows already. */
export function unshown(attachments, embeds) {
  const shown = new Set(
    embeds.flatMap(({ image, thumbnail }) => [image, thumbnail].map((media) => media?.url)),
  );
  return attachments.filter((file) => !shown.has(file.url) && !shown.has(`attachment://${file.filename}`));
}

function large(media, attachments, title) {
  const file = attachments.find((known) => known.url === media.url);
  return picture(
    { ...file, ...media },
    media.description || file?.description || title || "Picture",
    "picture in-embed",
  );
}

function small(media, title) {
  return picture(
    { url: media.url, proxy_url: media.proxy_url },
    media.description || title || "Picture",
    "picture thumbnail",
  );
}

function mark(address) {
  const src = address && safeUrl(address);
  return src ? h("img", { src, alt: "", width: 24, height: 24 }) : null;
}

/** Runs of inline fields share rows of three, as on Discord. */
function fieldGrid(fields) {
  const cells = [];
  let row = [];
  const flush = () => {
    cells.push(...row.map((field) => fieldCell(field, `share-${row.length}`)));
    row = [];
  };
  for (const field of fields) {
    if (field.inline) row.push(field);
    if (!field.inline || row.length === FIELDS_IN_A_ROW) flush();
    if (!field.inline) cells.push(fieldCell(field, "share-1"));
  }
  flush();
  return h("div", { class: "embed-fields" }, cells);
}

function fieldCell({ name, value }, share) {
  return h(
    "div",
    { class: `embed-field ${share}` },
    h("p", { class: "embed-field-name" }, inline(name)),
    h("div", { class: "markdown" }, markdown(value)),
  );
}

function foot({ footer, timestamp }) {
  if (!footer && !timestamp) return null;
  const date = timestamp && new Date(timestamp);
  return h(
    "p",
    { class: "embed-foot" },
    footer && mark(footer.icon_url),
    footer?.text,
    footer && date && " • ",
    date && timeElement(date, messageTime(date)),
  );
}
