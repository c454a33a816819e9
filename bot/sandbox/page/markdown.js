import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:[\w+-]*\n)?\n?([\s\S]*?)\n?```\n?/g;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const QUOTE = /^>\s(.*)$/;
const ITEM = /^(\s*)(?:([-*])|(\d+)\.)\s+(.+)$/;

/** Discord's markdown as nodes: code blocks first, since nothing inside them is markup. */
export function markdown(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    nodes.push(...blocks(text.slice(from, match.index)));
    nodes.push(h("pre", { tabindex: "0" }, h("code", {}, match[1])));
    from = match.index + match[0].length;
  }
  return [...nodes, ...blocks(text.slice(from))];
}

function blocks(text) {
  const whole = text.match(/^>>> ([\s\S]*)$/m);
  if (whole) return [...blocks(text.slice(0, whole.index)), h("blockquote", {}, blocks(whole[1]))];
  const lines = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    const paragraph = plain.join("\n").replace(/\n$/, "");
    if (paragraph) nodes.push(h("div", { class: "paragraph" }, inline(paragraph)));
    plain = [];
  };
  while (lines.length) {
    const block = takeBlock(lines);
    if (block) {
      flush();
      nodes.push(block);
    } else {
      plain.push(lines.shift());
    }
  }
  flush();
  return nodes;
}

/** Takes a heading, small print, quote or list off the front of `lines`; null if there is none. */
function takeBlock(lines) {
  const heading = lines[0].match(HEADING);
  const small = lines[0].match(SUBTEXT);
  if (heading || small) lines.shift();
  // The page's own headings are h1 and h2: those of a message come below.
  if (heading) return h(`h${heading[1].length + 2}`, {}, inline(heading[2]));
  if (small) return h("p", { class: "small-print" }, inline(small[1]));
  if (QUOTE.test(lines[0]))
    return h(
      "blockquote",
      {},
      blocks(
        takeWhile(lines, QUOTE)
          .map((match) => match[1])
          .join("\n"),
      ),
    );
  if (ITEM.test(lines[0])) return list(takeItems(lines));
  return null;
}

function takeWhile(lines, pattern) {
  const taken = [];
  while (lines.length && pattern.test(lines[0])) taken.push(lines.shift().match(pattern));
  return taken;
}

/** One list's lines: at its own depth it changes neither from bullets to numbers nor back. */
function takeItems(lines) {
  const [, indent, bullet] = lines[0].match(ITEM);
  const taken = [];
  while (lines.length && ITEM.test(lines[0])) {
    const match = lines[0].match(ITEM);
    const isAnotherList = match[1].length <= indent.length && Boolean(match[2]) !== Boolean(bullet);
    if (isAnotherList) break;
    taken.push(match);
    lines.shift();
  }
  return taken;
}

/** `items` are ITEM matches; deeper ones nest in the item before them. */
function list(items) {
  const [, indent, , number] = items[0];
  const element = number === undefined ? h("ul") : h("ol", { start: number });
  while (items.length) {
    const [, , , , text] = items.shift();
    const item = h("li", {}, inline(text));
    const deeper = [];
    while (items.length && items[0][1].length > indent.length) deeper.push(items.shift());
    if (deeper.length) item.append(list(deeper));
    element.append(item);
  }
  return element;
}
