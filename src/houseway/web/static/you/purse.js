// Chips: what is in the purse and on tables, and what rounds came to by game and by day.

import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { utcDay } from "./days.js";
import { share } from "./score.js";

const [ROUNDS, BET, RESULT, BEST, LOST] = ["Rounds", "Bet", "Result", "Best choices", "Given away"];

export function pursePanel(you) {
  const { summary } = you;
  return h("section", { class: "panel", key: "purse", "aria-labelledby": "purse-title" },
    h("h2", { id: "purse-title" }, "Your chips"),
    !summary && h("p", { class: "quiet", role: "status" }, "Reading the ledger …"),
    summary && [
      h("dl", { class: "score", key: "figures" },
        figure("In your purse", summary.purse_cents), figure("Bought in", summary.bought_cents),
        figure("Taken away", summary.taken_cents)),
      h("p", { class: "quiet", key: "stacks" }, stacks(summary)),
      summary.on_tables.length > 0 && h("ul", { class: "on-tables", key: "tables", "aria-label": "On tables now" },
        summary.on_tables.map((each) => h("li", { key: each.table },
          you.canOpen(each.table) ? h("a", { href: `/table/${each.table}` }, called(each)) : h("span", {}, called(each)),
          h("strong", {}, dollars(each.cents))))),
    ]);
}

export function resultsPanel(you) {
  const { summary, titles } = you;
  if (!summary?.rounds) return null;
  return h("section", { class: "panel", key: "results", "aria-labelledby": "results-title" },
    h("h2", { id: "results-title" }, "Results"),
    sums("Game", summary.by_game, (slug) => titles.get(slug) ?? slug),
    h("details", { key: "days" }, h("summary", {}, "By day"), sums("Day (UTC)", summary.by_day, utcDay, you.learnt.days)),
    summary.archived && h("p", { class: "quiet", key: "archived" },
      "Older rounds of a table are in the house's archives, and not counted here."));
}

/** Practice is told apart wherever chips are. */
export const called = ({ title, practice }) => (practice && !/practice/i.test(title) ? `${title}, practice` : title);

const figure = (title, cents) => h("div", {}, h("dt", {}, title), h("dd", {}, dollars(cents)));

function stacks({ stacks: count, stack_cents: cents }) {
  const had = count === 1 ? `You began with a stack of ${dollars(cents)}.` : `You have had ${count} stacks of ${dollars(cents)}.`;
  return `${had} Whoever buys in for more than the purse holds is handed another: it is play money. Practice is apart.`;
}

/** By day what choices were is told too, beside practice, where they are judged. */
function sums(head, rows, word, judged) {
  const heads = [head, ROUNDS, BET, RESULT, ...judged ? [BEST, LOST] : []];
  return h("div", { class: "wide", key: head, tabindex: "0", role: "region", "aria-label": `Results: ${head}` },
    h("table", { class: classes("figures-table", judged && "stacks") },
      h("thead", {}, h("tr", {}, heads.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map((each) => h("tr", { key: `${each.of} ${each.practice}` },
        h("th", { scope: "row" }, word(each.of), each.practice && h("span", { class: "tag" }, "practice")),
        cell(ROUNDS, each.rounds.toLocaleString("en-US")), cell(BET, dollars(each.bet_cents)), result(each),
        judged && choicesOf(each.practice && judged[each.of]))))));
}

function choicesOf(counts) {
  const { choices = 0, mistakes = 0, lost_cents: lost = 0 } = counts || {};
  return choices ? [cell(BEST, share(choices - mistakes, choices)), cell(LOST, dollars(lost))] : [cell(BEST), cell(LOST)];
}

/** On a small screen a row is a block, and every figure has its title. */
const cell = (head, ...inside) => h("td", { key: head, "data-head": head }, ...inside);

export const result = ({ net_cents: cents }) =>
  h("td", { class: classes(cents > 0 && "good", cents < 0 && "bad"), "data-head": RESULT }, signed(cents));
