// What the figures of a view are of, where one might take them for others: pays that are not the maker's, odds that the
// table does not pay to the cent, Envy.

import { h } from "/js/dom.js";
import { isMoney, prizesTitle, wagerTitle } from "./parts.js";
import { dollars, odds } from "./words.js";

const shown = (table, value) => (isMoney(table) ? dollars(Number(value)) : table.kind === "prizes" ? value : odds(value));

/** 'flush 60 to 1 (maker: 50 to 1)' of every pay that was typed. */
export function changedPays(game, sheet) {
  const title = (table) => (table.wagers.length ? table.wagers.map((name) => wagerTitle(game, name)).join(", ") : prizesTitle(table));
  return (sheet?.tables ?? []).flatMap((table) => table.rows.filter((row) => row.now !== row.pay)
    .map((row) => `${title(table)}: ${row.title} ${shown(table, row.now)} (maker: ${shown(table, row.pay)})`));
}

/** On every view but the one where they are typed: whoever comes by a link has typed none of it. */
export function paysRemark({ state, game, sheet, go }) {
  const changed = state.tab === "paytable" ? [] : changedPays(game, sheet.answer);
  return changed.length > 0 && h("p", { class: "note-line", key: "pays", role: "note" },
    `${changed.length === 1 ? "A pay is" : `${changed.length} pays are`} not the maker's. ${changed.join("; ")}. `,
    h("button", { type: "button", class: "link", onclick: () => go({ pay: [] }) }, "Back to the maker's paytable"));
}

/** Options under which a table pays other than the odds; '' is none. */
export function otherwisePaid(options = {}) {
  const grain = Number(options.grain_cents ?? 1) === 1 ? "" : `pays in steps of ${dollars(options.grain_cents)}`;
  const cap = Number(options.cap_cents ?? 0) ? `caps what odds pay at ${dollars(options.cap_cents)}` : "";
  return [grain, cap].filter(Boolean).join(" and ");
}

/** Figures are of odds paid to the cent, without a cap. */
export function oddsRemark(...sides) {
  const found = [...new Set(sides.map(otherwisePaid).filter(Boolean))];
  return found.length > 0 && h("p", { class: "note-line", key: "odds", role: "note" },
    `These figures are of odds paid to the cent, without a cap. A table that ${found.join(", or ")} has other edges, by the `
    + "size of the bet: Simulate compares with those of your bets, and the report has a table of them.");
}

/** Envy comes with other players, so it is no part of a wager's edge. */
export function envyRemark(options = {}, notes = {}) {
  if (!("envy" in options)) return null;
  const cents = Object.entries(notes).find(([name]) => name.startsWith("envy"))?.[1].decimal;
  if (options.envy && cents === undefined) return null;
  return h("p", { class: "how", key: "envy" }, options.envy
    ? `Envy is no part of these figures: it adds $${(cents / 100).toFixed(4)} a round for each other player.`
    : "Envy is not paid, and is no part of these figures.");
}
