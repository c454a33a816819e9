import { h, toast } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Opens a modal <dialog>, which traps the focus and closes on Escape by itself, and removes it once closed.
 * `label` names it; a `title` is shown as well. Returns the element.
 */
export function openDialog({ label, title, className = "", testId, onClose }, content) {
  const close = h(
    "button",
    { class: "icon-button close", type: "button", "aria-label": "Close", title: "Close" },
    icon("close"),
  );
  const dialog = h(
    "dialog",
    { class: `dialog ${className}`, "aria-label": title ?? label, "data-testid": testId },
    title && h("h2", {}, title),
    content,
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && event.detail) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The sentence under a form that says why it was refused; empty while nothing is wrong. */
export const faultLine = () => h("p", { class: "fault", role: "alert" });

/**
 * A dialog with one form. The dialog closes once the promise of `onSubmit()` resolves,
 * and shows the sentence if it is refused.
 */
export function openForm(options, fields, submitLabel, onSubmit) {
  const fault = faultLine();
  const send = h(
    "button",
    { class: `button ${options.isDanger ? "danger" : "primary"}`, type: "submit", "data-testid": "submit" },
    submitLabel,
  );
  const cancel = h("button", { class: "button quiet", type: "button" }, "Cancel");
  const form = h("form", { novalidate: true }, fields, fault, h("div", { class: "actions" }, cancel, send));
  const dialog = openDialog(options, form);
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    fault.textContent = "";
    try {
      await onSubmit();
      dialog.close();
    } catch (error) {
      if (!error.sentence) throw error;
      fault.textContent = error.sentence;
    } finally {
      send.disabled = false;
    }
  });
  return dialog;
}

/** Copies a link; where the browser refuses, shows it ready to be copied by hand. */
export async function shareLink(title, explanation, path) {
  const address = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast(`${title} copied. ${explanation}`);
  } catch {
    const field = h("input", { class: "input", value: address, readonly: true, "aria-label": title });
    openDialog({ title }, [h("p", {}, explanation), field]);
    field.select();
  }
}
