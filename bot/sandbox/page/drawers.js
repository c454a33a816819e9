import { at, dress } from "./dom.js";
import { on } from "./store.js";

const narrow = matchMedia("(max-width: 760px)");
const medium = matchMedia("(max-width: 1080px)");

/** A side panel: part of the page where there is room, else (`drawerWhen` matches) it slides over it. */
function panel(id, openerId, drawerWhen) {
  const element = at(id);
  const opener = at(openerId);
  const state = { isOpen: !drawerWhen.matches };
  const set = (isOpen) => {
    state.isOpen = isOpen;
    const isDrawer = drawerWhen.matches;
    element.classList.toggle("shown", isOpen);
    element.inert = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    at("scrim").hidden = !document.querySelector(".drawer.shown");
    if (isOpen && isDrawer) element.querySelector("a.open, a, button")?.focus();
  };
  const adapt = () => {
    element.classList.toggle("drawer", drawerWhen.matches);
    set(!drawerWhen.matches);
  };
  drawerWhen.addEventListener("change", adapt);
  opener.addEventListener("click", () => set(!state.isOpen));
  const close = () => {
    if (!drawerWhen.matches || !state.isOpen) return false;
    set(false);
    return true;
  };
  adapt();
  return { close };
}

export function startDrawers() {
  dress(at("open-rail"), "menu", "Channels");
  dress(at("open-members"), "people", "Members");
  const panels = [panel("rail", "open-rail", narrow), panel("members", "open-members", medium)];
  const closeAll = () => panels.map(({ close }) => close()).some(Boolean);
  at("scrim").addEventListener("click", closeAll);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && closeAll()) at("open-rail").focus();
  });
  on("room", closeAll);
  on("mention", closeAll);
}
