// What if it paid otherwise: pays are typed, and the edge moves, exactly.

import { h } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import { figuresUrl } from "./figures.js";
import { choice, downloads, isMoney, prizesTitle, progress, typing, units, wagerTitle } from "./parts.js";
import { question } from "./state.js";
import { dollars, human, odds, oneIn, percent, plus, points, typed } from "./words.js";

const HEADS = ["Maker's pays", "These pays", "Change", "St. dev.", "Hits"];

export function paytablePanel(view) {
  const { state, desk, sheet } = view;
  const base = desk.want("base", figuresUrl({ ...state, pay: [] }));
  const now = desk.want("figures", figuresUrl(state), state.pay.length ? 120 : 0);
  if (!sheet.answer) return progress(sheet);
  return [
    h("div", { class: "readout", tabindex: 0, role: "region", "aria-label": "House edge with these pays", "aria-live": "polite" }, readout(base.answer, now, state, view)),
    progress(base, () => desk.stop("base")),
    h("div", { class: "paytables" }, sheet.answer.tables.map((table) => tableOf(table, base.answer, view))),
    state.pay.length ? h("button", { type: "button", class: "button", onclick: () => view.go({ pay: [] }) }, "Back to the maker's pays") : null,
    target(view),
    downloads(figuresUrl(state), ["figures", "outcomes"]),
  ];
}

function readout(base, now, state, { game, desk }) {
  if (!base) return null;
  const found = now.answer;
  const known = Object.fromEntries((found?.wagers ?? []).map((wager) => [wager.name, wager.figures]));
  return [
    h("table", { class: "moves stacks" },
      h("caption", { class: "for-readers" }, "House edge with the maker's pays and with yours"),
      h("thead", {}, h("tr", {}, ["Wager", ...HEADS].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, base.wagers.map((wager) => move(wager, known[wager.name], now.isOld)))),
    units(base),
    state.pay.length && found && !now.isOld
      ? h("p", { class: "how" }, found.how === "at once"
        ? "Exact, at once: no choice of the player looks at these pays, so the same outcomes are only paid otherwise."
        : "Exact, solved anew: the best play follows the pays.")
      : progress(now, () => desk.stop("figures")) ?? h("p", { class: "how" }, `Type other pays below, such as 3:2 or 2. Play: ${human(state.strategy || "optimal").toLowerCase()}. ${game.title} by its maker's pays now.`),
  ];
}

function move(wager, figures, isOld) {
  const before = wager.figures.edge.decimal;
  const after = figures?.edge.decimal;
  const change = after == null ? 0 : after - before;
  const moved = Math.abs(change) > 1e-15;
  return h("tr", { key: wager.name, "data-wager": wager.name, class: moved ? "moved" : "" },
    h("th", { scope: "row" }, wager.title),
    h("td", { "data-head": HEADS[0] }, percent(before, 4)),
    h("td", { class: isOld ? "edge old" : "edge", "data-head": HEADS[1], "data-edge": figures?.edge.value ?? "" }, after == null ? "with a full solve" : percent(after, 4)),
    h("td", { class: change > 0 ? "bad" : "good", "data-head": HEADS[2] }, moved ? points(change) : ""),
    h("td", { "data-head": HEADS[3] }, figures ? plus(figures.sd.decimal, 4).replace("+", "") : ""),
    h("td", { "data-head": HEADS[4] }, figures ? percent(figures.hit.decimal, 3) : ""));
}

function tableOf(table, base, view) {
  const wager = base?.wagers.find((each) => table.wagers.includes(each.name));
  const likely = (outcome) => (wager?.rows ?? []).filter((row) => row.outcome === outcome).reduce((sum, row) => sum + row.decimal, 0);
  const isPrize = table.kind === "prizes";
  return h("section", { key: table.code, class: "pay-card" },
    h("h2", {}, isPrize ? prizesTitle(table) : table.wagers.map((name) => wagerTitle(view.game, name)).join(", ")),
    h("p", { class: "cites" }, `${isPrize ? prizesTitle(table) : human(table.code)}. ${sentence(table.cites)}`),
    h("table", {},
      h("caption", { class: "for-readers" }, `Pays of ${isPrize ? prizesTitle(table) : table.code}`),
      h("thead", {}, h("tr", {}, ["Outcome", "Maker", isPrize ? "Amount" : "Pays", ...(isPrize ? [] : ["1 in"])].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, table.rows.map((row) => h("tr", { key: row.outcome, class: row.pay === row.now ? "" : "moved" },
        h("th", { scope: "row" }, row.title),
        h("td", {}, isMoney(table) ? dollars(Number(row.pay)) : isPrize ? row.pay : odds(row.pay)),
        h("td", {}, payField(table, row, view)),
        isPrize ? null : h("td", {}, likely(row.outcome) ? oneIn(likely(row.outcome)) : ""))))));
}

// Prizes that the rules have in cents are typed in dollars; what is no number stays as it is, and is refused.
const scaled = (by) => (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : String(Number((Number(text) * by).toFixed(4))));
const [inDollars, inCents] = [scaled(0.01), scaled(100)];

function payField(table, row, { state, go, shown }) {
  const start = `${table.code}/${row.outcome}/`;
  const own = state.pay.find((pay) => pay.startsWith(start))?.slice(start.length);
  const [shownAs, meant] = isMoney(table) ? [inDollars, inCents] : [typed, String];
  const wrong = own != null && !/^-?\d{1,7}(\.\d{1,6})?(\s*(:|\/|to)\s*0*[1-9]\d{0,5})?$/.test(own.trim());
  return h("input", {
    type: "text", class: wrong ? "pay wrong" : "pay", "aria-label": `${row.title} pays`, "aria-invalid": wrong ? "true" : null,
    value: shown.drafts?.[start] ?? (own == null ? shownAs(row.pay) : isMoney(table) ? shownAs(own) : own), autocomplete: "off", spellcheck: "false", name: `pay-${table.code}-${row.outcome}`,
    oninput: (event) => {
      const text = event.target.value;
      (shown.drafts ??= {})[start] = text;
      const rest = state.pay.filter((pay) => !pay.startsWith(start));
      const isMaker = text.trim() === shownAs(row.pay);
      if (text.trim() === "" || /^-$|[:/.]$/.test(text.trim())) return;  // still being typed
      go({ pay: isMaker ? rest : [...rest, start + meant(text)] }, { isTyping: true });
    },
    onblur: () => { delete shown.drafts?.[start]; },
  });
}

// --- a pay that meets a target ---

function target(view) {
  const { state, sheet, desk, go, shown } = view;
  const rows = sheet.answer.tables.filter((table) => table.kind === "pays").flatMap((table) => table.rows
    .filter((row) => !row.pay.startsWith("-"))
    .map((row) => ({ value: `${table.code}/${row.outcome}`, title: `${table.code}: ${row.title}`, wagers: table.wagers })));
  const base = desk.places.get("base")?.answer;
  const wagers = base?.wagers ?? [];
  const latest = state.pay.at(-1) ?? "";  // the pay typed last is the one most likely meant
  const row = rows.find((each) => each.value === state.row) ?? rows.find((each) => latest.startsWith(`${each.value}/`)) ?? rows[0];
  const wager = wagers.find((each) => each.name === state.wager) ?? wagers.find((each) => each.name === "round") ?? wagers.find((each) => row?.wagers.includes(each.name)) ?? wagers[0];
  if (!row || !wager) return null;
  const isAsked = state.edge !== "";
  const url = question(state, "target", ["set", "strategy", "pay"], { wager: wager.name, row: row.value, edge: state.edge, grid: state.grid });
  const at = isAsked ? desk.want("target", url, 300) : null;
  if (!isAsked) desk.drop("target");
  const pick = (name) => (value) => go({ [name]: value }, { isTyping: true });
  return h("section", { class: "target" },
    h("h2", {}, "Find a pay that meets an edge"),
    h("form", { onsubmit: (event) => event.preventDefault() },
      h("label", {}, h("span", {}, "Pay"), choice("row", row.value, rows.map((each) => [each.value, each.title]), pick("row"))),
      h("label", {}, h("span", {}, "so that"), choice("target-wager", wager.name, wagers.map((each) => [each.name, each.title]), pick("wager"))),
      h("label", {}, h("span", {}, "has an edge of"), h("input", { type: "text", inputmode: "decimal", placeholder: "5%", ...typing(shown, "edge", state.edge, pick("edge")) })),
      h("label", {}, h("span", {}, "in steps of"), choice("grid", state.grid || "1", [["1", "1"], ["2", "1/2"], ["5", "1/5"], ["10", "1/10"]], pick("grid"))),
      h("button", { class: "button" }, "Find")),  // leaving the field finds too: there is nothing more to do
    at && progress(at, () => desk.stop("target")),
    at?.answer && !at.isOld ? meets(at.answer, row, view) : null);
}

function meets(found, row, { state, go }) {
  const use = (pay) => go({ pay: [...state.pay.filter((each) => !each.startsWith(`${row.value}/`)), `${row.value}/${typed(pay)}`] });
  return h("div", { class: "meets", role: "status" },
    found.exact
      ? h("p", {}, "An edge of exactly ", h("strong", {}, percent(found.wanted.decimal, 4)), " needs a pay of ", h("strong", { "data-pay": found.exact.value }, `${plus(found.exact.decimal, 6).replace("+", "")} to 1`), found.exact.value.length < 40 ? ` (${found.exact.value})` : "", ".")
      : h("p", {}, `The best play follows this pay. The game was solved ${found.solves} times; the target lies between these neighbours.`),
    h("table", {},
      h("caption", { class: "for-readers" }, "Odds next to the target"),
      h("thead", {}, h("tr", {}, ["Pays", "Edge", ""].map((head, i) => (i === 2 ? h("td", {}) : h("th", { scope: "col" }, head))))),
      h("tbody", {}, found.near.map((near) => h("tr", { key: near.pay },
        h("td", {}, odds(near.pay)), h("td", {}, percent(near.edge_decimal, 4)),
        h("td", {}, h("button", { type: "button", class: "link", onclick: () => use(near.pay) }, "Use it")))))));
}
