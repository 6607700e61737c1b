// Rounds over the days, the newest first; each leads to its cards, choices and pays.

import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { called, result } from "./purse.js";

const WHEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export function historyPanel(you) {
  const { rounds, summary } = you;
  if (!rounds?.length) return null;
  const wrong = you.learnt.mistakes;
  const more = rounds.length < (summary?.rounds ?? 0);
  return h("section", { class: "panel whole", key: "history", "aria-labelledby": "history-title" },
    h("h2", { id: "history-title" }, "Your rounds"),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Your rounds" },
      h("table", { class: "figures-table own-rounds" },
        h("thead", {}, h("tr", {}, ["When", "Round", "Bet", "Result"].map((each) => h("th", { scope: "col" }, each)))),
        h("tbody", {}, rounds.map((each) => row(each, wrong.filter(({ table, round }) => table === each.table && round === each.round)))))),
    more && h("button", { type: "button", class: "button", key: "more", disabled: you.busy, onclick: () => you.more() },
      "Older rounds"));
}

function row(each, wrong) {
  const at = new Date(each.at / 1000);
  const title = `${called(each)}, round ${each.round.toLocaleString("en-US")}`;
  const address = `/round/${encodeURIComponent(each.table)}/${each.round}`;
  return h("tr", { key: `${each.table} ${each.round}` },
    h("td", { class: "when" }, h("time", { datetime: at.toISOString() }, WHEN.format(at))),
    h("th", { scope: "row" }, h("a", { href: address }, title),
      wrong.length > 0 && h("a", { class: "tag mistake", key: "mistake", href: `${address}#choice-${wrong.at(-1).choice}` },
        wrong.length > 1 ? `${wrong.length} mistakes` : "mistake"),
      each.void && h("span", { class: "tag", key: "void" }, "void"),
      each.corrected_cents !== 0 && h("span", { class: "tag", key: "corrected" }, `corrected ${signed(each.corrected_cents)}`),
      each.fed_cents > 0 && h("span", { class: "tag", key: "fed" }, `progressive ${dollars(each.fed_cents)}`),
      each.jackpot_cents > 0 && h("span", { class: "tag", key: "hit" }, `jackpot ${signed(each.jackpot_cents)}`)),
    h("td", {}, dollars(each.bet_cents)), result(each));
}
