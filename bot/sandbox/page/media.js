import { h, safeUrl } from "./dom.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";

const LARGEST = { width: 640, height: 480 };

/** Width and height as shown, so that the text below does not jump when the picture arrives. */
function fit(width, height) {
  if (!width || !height) return {};
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A picture that opens large. `media` has url, and width and height where known. */
export function picture(media, alt, className = "picture") {
  const src = safeUrl(media.proxy_url ?? media.url);
  if (!src) return null;
  const image = h("img", { src, alt, loading: "lazy", ...fit(media.width, media.height) });
  const open = () => openDialog({ label: alt || "Picture", className: "lightbox" }, enlarged(src, alt));
  const name = `${alt || "Picture"} (open large)`;
  const button = h("button", { class: className, type: "button", "aria-label": name, onclick: open }, image);
  image.addEventListener("error", () =>
    button.replaceWith(h("p", { class: "missing" }, `Picture: ${alt || "not available"}`)),
  );
  return button;
}

function enlarged(src, alt) {
  return [
    h("img", { src, alt }),
    h(
      "p",
      {},
      alt,
      " ",
      h("a", { href: src, target: "_blank", rel: "noopener noreferrer" }, "Open original"),
    ),
  ];
}

export function attachment(file) {
  const isPicture = file.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
  if (isPicture) return picture(file, file.description || file.filename);
  return h(
    "a",
    {
      class: "file",
      href: safeUrl(file.url),
      target: "_blank",
      rel: "noopener noreferrer",
      download: file.filename,
    },
    icon("down"),
    h("span", {}, file.filename),
    h("span", { class: "muted" }, size(file.size)),
  );
}

function size(bytes) {
  if (!bytes) return "";
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}
