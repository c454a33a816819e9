import * as api from "./api.js";
import { openDialog, openForm } from "./dialog.js";
import { at, dress, h } from "./dom.js";
import { emit, takeMe, world } from "./store.js";

/** Discord's locales that a player may try here; the bot is told and may answer in that language. */
const LOCALES = [
  ["en-US", "English"],
  ["fr", "Français"],
  ["ru", "Русский"],
  ["de", "Deutsch"],
  ["es-ES", "Español"],
  ["it", "Italiano"],
];

export function openSettings() {
  const name = h("input", {
    class: "input",
    type: "text",
    maxlength: 32,
    value: world.me.global_name,
    "data-testid": "rename",
  });
  const direct = h("input", {
    type: "checkbox",
    checked: world.me.dms !== false,
    "data-testid": "allow-dms",
  });
  const language = h(
    "select",
    { class: "input", "data-testid": "locale" },
    LOCALES.map(([code, label]) => h("option", { value: code, selected: code === world.me.locale }, label)),
  );
  const fields = [
    h("label", { class: "modal-field" }, "Your name", name),
    h("label", { class: "modal-field" }, "Language that Levée is told you speak", language),
    h("label", { class: "tick-row" }, direct, "Levée may send me direct messages"),
  ];
  openForm({ title: "Settings" }, fields, "Save", async () => {
    const changes = { dms: direct.checked, locale: language.value };
    if (name.value.trim() !== world.me.global_name) changes.name = name.value.trim();
    takeMe(await api.changeMe(changes));
  });
}

function openHelp() {
  openDialog({ title: "How to play", className: "help" }, [
    h("p", {}, "Open a table in this channel: type ", command("table open"), " and choose a game."),
    h(
      "p",
      {},
      "Fill it: friends who follow your invite sit down with ",
      command("table join"),
      ", computer players take the free seats with ",
      command("table fill"),
      ".",
    ),
    h(
      "p",
      {},
      "Start with ",
      command("table start"),
      ", then play with the buttons below the table; your cards are shown only to you.",
    ),
    h("p", { class: "muted" }, "Alt + ↑ ↓ changes the channel, Esc closes what is open."),
  ]);
}

/** Pressing a command takes it to the composer. */
function command(path) {
  const use = (event) => {
    event.currentTarget.closest("dialog").close();
    emit("use-command", path);
  };
  return h("button", { class: "mention", type: "button", onclick: use }, `/${path}`);
}

export function startHelp() {
  dress(at("help"), "help", "Help: how to play");
  at("help").addEventListener("click", openHelp);
}
