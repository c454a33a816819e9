const SVG = "http://www.w3.org/2000/svg";

/** Lines on a square of 24; the stroke takes the colour of the text around it. */
const STROKES = {
  arrow: "M4 12h15M13 6l6 6-6 6",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  bubble: "M5 5h14v10h-8l-4 4v-4H5ZM9 8.5h6M9 11.5h4",
  check: "M5 13l4 4L19 7",
  chevron: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  crown: "M4 19h16M5 15 3.5 7l4.5 3.5L12 5l4 5.5L20.5 7 19 15Z",
  down: "M12 5v14M6 13l6 6 6-6",
  external: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  hash: "M5 9h15M4 15h15M10.5 4l-2 16M15.5 4l-2 16",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3 1-1.3 2M12 17h.01",
  invite: "M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20a7 7 0 0 1 14 0M19 7v6M16 10h6",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6",
  menu: "M4 6h16M4 12h16M4 18h16",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6",
  plus: "M12 5v14M5 12h14",
  reply: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  send: "M21 3 10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5 21 3Z",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  slash: "M15 4 9 20",
  thread: "M5 4v8a4 4 0 0 0 4 4h11M16 12l4 4-4 4",
  trash: "M4 7h16M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5",
};

/** A decorative icon; the button around it carries the words. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of [
    ["viewBox", "0 0 24 24"],
    ["aria-hidden", "true"],
    ["class", "icon"],
  ]) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", STROKES[name]);
  svg.append(path);
  return svg;
}
