// A table of figures that can be scrolled sideways on a phone; the first cell of a row names it.

import { h } from "/js/dom.js";

/** Rows are [key, cells]. */
export function figures(heads, rows, label) {
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", key: head }, head)))),
      h("tbody", {}, rows.map(([key, [name, ...cells]]) => h("tr", { key }, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell)))))));
}
