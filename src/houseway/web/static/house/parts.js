// What the staff's pages are made of: tables of figures, pairs, panels.

import { classes, h } from "/js/dom.js";

export { sentence } from "/js/sentence.js";
export { timeText } from "/js/when.js";

export const count = (number) => number.toLocaleString("en-US");

/** "1 round", "1,000 rounds". */
export const counted = (number, noun, several = `${noun}s`) => `${count(number)} ${number === 1 ? noun : several}`;

export const panel = (title, ...inside) =>
  h("section", { class: "panel", key: title }, h("h3", {}, title), ...inside);

/**
 * Columns are titles; "#Bet" holds numbers. Rows are [key, cells, props]; the first cell names the row. A table that
 * may be wider than a phone says what it is: it can be scrolled there.
 */
export function figures(columns, rows, { kind = "", label = "" } = {}) {
  const heads = columns.map((title) => [title.replace("#", ""), title.startsWith("#") ? "number" : ""]);
  const head = heads.map(([title, tone]) => h("th", { scope: "col", key: title, class: tone }, title));
  const row = ([key, [name, ...cells], props]) => h("tr", { key, ...props }, h("th", { scope: "row" }, name),
    cells.map((cell, i) => h("td", { class: heads[i + 1]?.[1], "data-head": heads[i + 1]?.[0] }, cell)));
  const table = h("table", { class: classes("rows", kind) }, h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows.map(row)));
  return label ? h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, table) : table;
}

/** Titles and what they are, side by side. */
export function pairs(all) {
  const told = (value) => (typeof value === "number" ? count(value) : value);
  return h("dl", { class: "pairs" },
    all.map(([title, value]) => h("div", { key: title }, h("dt", {}, title), h("dd", {}, told(value)))));
}

/** What is in force, option by option; what is not approved is marked, with the reason. */
export const inWords = ({ in_words: said }) => said.map(({ title, words, study }) =>
  [title, study ? [`${words} `, h("span", { class: "tag warn", title: study }, "for study")] : words]);

export const button = (title, onclick, props = {}) =>
  h("button", { type: "button", class: "button", key: title, onclick, ...props }, title);

/** A link that is drawn here rather than fetched; the browser's own ways to open it elsewhere stay. */
export function link(address, go, props, ...inside) {
  const onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(address);
  };
  return h("a", { href: address, ...props, onclick }, ...inside);
}
