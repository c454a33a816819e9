/** Discord's option types. */
export const TYPE = {
  SUB: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
};
const CHAT_INPUT = 1;

/** A command, option or choice with the `label` and description that Discord shows in `locale`. */
function localised(node, locale) {
  const inner = (list) => list?.map((child) => localised(child, locale));
  return {
    ...node,
    label: node.name_localizations?.[locale] ?? node.name,
    description: node.description_localizations?.[locale] ?? node.description,
    options: inner(node.options),
    choices: inner(node.choices),
  };
}

const isBranch = (option) => option.type === TYPE.SUB || option.type === TYPE.GROUP;

/**
 * What can be called: one entry per command without branches, else per sub-command.
 * `path` is its name, e.g. "table open"; `title` is what it is called in `locale`.
 */
export function invocations(commands, locale) {
  const callable = commands.filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT);
  const all = callable
    .map((command) => localised(command, locale))
    .flatMap((command) => unfold(command, command, []));
  return all.sort((a, b) => a.title.localeCompare(b.title));
}

function unfold(command, node, trail) {
  const options = node.options ?? [];
  if (options.some(isBranch)) return options.flatMap((option) => unfold(command, option, [...trail, option]));
  return [
    {
      path: [command, ...trail].map((step) => step.name).join(" "),
      title: [command, ...trail].map((step) => step.label).join(" "),
      command,
      trail: trail.map(({ name, type }) => ({ name, type })),
      description: node.description,
      required: options.filter((option) => option.required),
      optional: options.filter((option) => !option.required),
    },
  ];
}

/** Best first: those that begin with what was typed, then those with a word that does, then mere mentions. */
export function matching(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const rank = ({ path, title, description }) => {
    if (path.startsWith(wanted) || title.startsWith(wanted)) return 0;
    if (`${path} ${title}`.split(/[ -]/).some((word) => word.startsWith(wanted))) return 1;
    return description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  const ranked = list
    .map((invocation) => ({ invocation, rank: rank(invocation) }))
    .filter((one) => one.rank < 3);
  return ranked.sort((a, b) => a.rank - b.rank).map((one) => one.invocation);
}

/** The `data` of a command interaction; `values` are {name, type, value, focused?}. */
export function interactionData({ command, trail }, values) {
  const options = trail.reduceRight((inner, step) => [{ ...step, options: inner }], values);
  return { id: command.id, name: command.name, type: CHAT_INPUT, options };
}

/** Splits "deal:3 player: Ana" at the names of `options`; text before the first name is `rest`. */
export function parseTyped(text, options) {
  const optionOf = (name) => options.find((option) => option.name === name || option.label === name);
  const found = [...text.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):\s*/gu)].filter(([, name]) => optionOf(name));
  const values = found.map((match, index) => {
    const end = found[index + 1]?.index ?? text.length;
    return [optionOf(match[1]).name, text.slice(match.index + match[0].length, end).trim()];
  });
  return { values: new Map(values), rest: text.slice(0, found[0]?.index ?? text.length).trim() };
}

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "at least 2", "at most 8", "from 2 to 8" or "". */
function bounds(low, high) {
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`;
  if (low !== undefined) return `at least ${low}`;
  return high === undefined ? "" : `at most ${high}`;
}

const outside = (value, low, high) => value < (low ?? -Infinity) || value > (high ?? Infinity);

function readNumber(option, text) {
  const whole = option.type === TYPE.INTEGER;
  const value = Number(text.replace(",", "."));
  const { min_value: low, max_value: high } = option;
  if (Number.isNaN(value) || (whole && !Number.isInteger(value)) || outside(value, low, high)) {
    return {
      fault:
        `${option.label}: write a ${whole ? "whole number" : "number"} ${bounds(low, high)}`.trim() + ".",
    };
  }
  return { value };
}

function readString(option, text) {
  const { min_length: low, max_length: high } = option;
  if (!outside(text.length, low, high)) return { value: text };
  return {
    fault: `${option.label}: ${bounds(low, high)} characters, not ${plural(text.length, "character")}.`,
  };
}

/**
 * What was filled in: {value}, or {fault} with a sentence. `picked` is the suggestion chosen, if the text
 * still is its label; `offered` are the only values allowed (choices, members, channels), or null.
 */
export function readOption(option, text, picked, offered) {
  if (text === "") return { fault: `${option.label} is required.` };
  if (picked) return { value: picked.value };
  if (offered) {
    const wanted = text.replace(/^[@#]/, "").toLowerCase();
    const match = offered.find(({ label, value }) =>
      [label.toLowerCase(), String(value).toLowerCase()].includes(wanted),
    );
    return match ? { value: match.value } : { fault: `${option.label}: pick one of the suggestions.` };
  }
  if (option.type === TYPE.INTEGER || option.type === TYPE.NUMBER) return readNumber(option, text);
  if (option.type === TYPE.STRING) return readString(option, text);
  return { fault: `${option.label} cannot be filled in here.` };
}
