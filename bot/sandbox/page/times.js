import { h } from "./dom.js";

const format = (options) => new Intl.DateTimeFormat("en-GB", options);
const DAY = { day: "numeric", month: "long", year: "numeric" };
const CLOCK = { hour: "2-digit", minute: "2-digit" };
const SECONDS = { ...CLOCK, second: "2-digit" };
const NUMBERS = { day: "2-digit", month: "2-digit", year: "numeric" };

/** Discord's letters in <t:…:X>. */
const STYLES = {
  t: format(CLOCK),
  T: format(SECONDS),
  d: format(NUMBERS),
  D: format(DAY),
  f: format({ ...DAY, ...CLOCK }),
  F: format({ weekday: "long", ...DAY, ...CLOCK }),
};
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export const clock = (date) => STYLES.t.format(date);
export const longDay = (date) => STYLES.D.format(date);
export const dayKey = (date) => date.toDateString();

/** "Today at 20:15", "Yesterday at …", or a date. */
export function messageTime(date) {
  const days = Math.round(
    (new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (days === 0) return `Today at ${clock(date)}`;
  if (days === 1) return `Yesterday at ${clock(date)}`;
  return `${STYLES.d.format(date)} ${clock(date)}`;
}

export function timeElement(date, text, className) {
  return h("time", { class: className, datetime: date.toISOString(), title: STYLES.F.format(date) }, text);
}

function untilNow(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** A <t:seconds:style> of Discord's; the relative ones go on counting by themselves. */
export function stamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const element = timeElement(date, style === "R" ? untilNow(date) : STYLES[style].format(date), "stamp");
  if (style === "R") element.dataset.relative = String(seconds);
  return element;
}

export function keepCounting() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = untilNow(new Date(Number(element.dataset.relative) * 1000));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
