// The figures of the books as tables: a group of columns each, every column explained when it is asked what it is.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { counted, panel } from "/house/parts.js";
import { zText, zTone } from "/house/hold.js";

const BOOKS = { room: "The room", bots: "Bots of the room", practice: "Practice", "practice bots": "Bots at practice tables" };
const APART = ["practice", "practice bots"];
const GROUPS = { money: "Money", hold: "Hold against theory", play: "Play", trouble: "Voids and disputes" };

/** A figure as people read it; nothing where a row has none. */
export function shown({ name, unit }, figure) {
  if (figure === null) return "";
  if (unit === "cents") return dollars(Math.round(figure));
  if (unit === "share") return `${(figure * 100).toFixed(2).replace("-", "−")} %`;
  if (name === "z") return h("span", { class: `z ${zTone(figure)}` }, zText(figure));
  return figure.toLocaleString("en-US", { maximumFractionDigits: 1 });
}

/** The room lies open. Practice, a table for every visitor and game, is a line each that opens. */
export function bookPanels(page) {
  const { books } = page;
  return Object.entries(BOOKS).flatMap(([book, title]) => {
    const rows = books.rows.filter((row) => row.book === book);
    if (!rows.length) return [];
    const whole = books.by.length ? books.totals.filter((row) => row.book === book) : [];
    const panels = Object.entries(GROUPS).map(([group, name]) => groupPanel(page, { title: `${title}: ${name.toLowerCase()}`, group, rows, whole }))
      .concat(meaning(title, rows, page));
    if (!APART.includes(book)) return panels;
    return [h("details", { class: "panel books-apart", key: book }, h("summary", {}, `${title}: ${counted(rows.length, "row")}`), panels)];
  });
}

function groupPanel(page, { title, group, rows, whole }) {
  const { books } = page;
  const all = [...rows, ...whole];
  const columns = books.columns.filter((column) => column.group === group && all.some((row) => row[column.name]));
  if (!columns.length) return null;
  const asked = columns.find((column) => column.name === page.explained);
  const head = (column) => h("th", { scope: "col", class: "number", key: column.name },
    h("button", { type: "button", title: column.about, "aria-expanded": String(column === asked), onclick: () => page.explain(column.name) }, column.title));
  const keys = books.by.length ? books.by : [""];
  const line = (row, i) => h("tr", { key: i, class: i >= rows.length ? "whole" : "" },
    keys.map((key, k) => h(k ? "td" : "th", k ? { "data-head": key } : { scope: "row" }, i >= rows.length ? (k ? "" : "All") : named(key, row))),
    columns.map((column) => h("td", { class: "number", key: column.name, "data-head": column.title }, shown(column, row[column.name]))));
  return h("section", { class: "panel books-figures", key: title },
    h("h3", {}, title),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title },
      h("table", { class: "rows stacks" },
        h("thead", {}, h("tr", {}, keys.map((key) => h("th", { scope: "col", key }, key || "")), columns.map(head))),
        h("tbody", {}, all.map(line)))),
    h("p", { class: "quiet about", "aria-live": "polite" }, asked ? `${asked.title}: ${asked.about}` : "A column's name tells what it is."),
    h("details", { class: "columns-told" }, h("summary", {}, "What these figures are"),
      h("dl", {}, columns.flatMap((column) => [h("dt", { key: column.name }, column.title), h("dd", { key: `${column.name} is` }, column.about)]))));
}

function named(key, row) {
  if (!key) return "All";
  return row[`${key}_title`] ?? row[key];
}

/** What the z-scores mean, a sentence each. */
function meaning(title, rows, page) {
  const told = rows.filter((row) => row.meaning);
  const name = (row) => page.books.by.map((key) => named(key, row)).join(", ");
  return told.length ? panel(`${title}: what it means`, h("ul", { class: "books-meaning" }, told.map((row, i) =>
    h("li", { key: i }, name(row) && h("strong", {}, `${name(row)}: `), row.meaning)))) : [];
}
