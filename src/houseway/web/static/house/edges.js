// What a change would do to the edge of every wager and to the hold, before it is saved.

import { post } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { button, figures, sentence } from "./parts.js";

const PAUSE_MS = 400;  // after the last letter
const AGAIN_MS = 1000;
const WORKING = "working it out; this may take minutes. You need not wait for it.";
const NOT_OFFERED = "not offered";
const ABOUT = "Exact, of the bet, under best play; before caps and rounding.";
const OF_A_ROUND = "Of these bets nobody makes one without the others: what a round has is what counts.";
const ROUND = "round";

const percent = (edge) => (edge === null ? "not known yet" : `${(edge * 100).toFixed(2).replace("-", "−")} %`);

/** Wagers without a figure, those with the same reason together: "Blackjack: it hangs on Decks, so ...". */
function reasons(wagers) {
  const titles = new Map();
  for (const { title, then, why } of wagers) {
    if (then === null && !why.includes(NOT_OFFERED)) titles.set(why, [...(titles.get(why) ?? []), title]);
  }
  return [...titles].map(([why, named]) => `${named.join(", ")}: ${why}.`);
}

const total = (bets) => bets.reduce((sum, { cents }) => sum + cents, 0);

const isPart = ({ in_round: part, then }) => part && then < 0;

/** Whether the player is ahead by it: not by a part of a round that nobody bets without the rest. */
const isAhead = ({ then, in_round: part }) => !part && then < 0;

/** What people bet, with the edges that fit it: those of a wager alone for cents that had nothing beside them. Where
    choices add bets, the first bet has the edge of the whole round, and what was added is in it. */
function heldBets(rows, { wagers, first }) {
  const edges = new Map(wagers.map((each) => [each.wager, each]));
  if (wagers.some(({ added }) => added) && edges.has(ROUND)) edges.set(first, { ...edges.get(ROUND) });
  return rows.filter((row) => row.who === "people" && !row.led_by).flatMap(({ wager, bet_cents: cents, alone_cents: alone }) => {
    const { now, then, now_alone: nowAlone, then_alone: thenAlone } = edges.get(wager.replace(/_toke$/, "")) ?? {};
    return [{ cents: cents - alone, now, then }, { cents: alone, now: nowAlone, then: thenAlone }];
  });
}

export class EdgePreview {
  told = null;
  problem = "";
  asked = "";
  options = "";
  working = false;

  /** `hold` has what was bet at the table so far, by wager; of a table that comes into the room there is no now. */
  constructor(hold, isNew = false) {
    this.hold = hold;
    this.isNew = isNew;
  }

  /** The edges hang on the options alone; whether such a table may be, on all of it. */
  ask(config, again, isOpen) {
    const [asked, options] = [JSON.stringify(config), JSON.stringify(config.options)];
    if (asked === this.asked) return;
    if (options !== this.options) Object.assign(this, { told: null, working: false });
    Object.assign(this, { asked, options, problem: "", config, again, isOpen });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(this.working), PAUSE_MS);
  }

  async look(work = false) {
    const { config, asked } = this;
    this.working = work;
    if (work) this.again();
    let told = null;
    let problem = "";
    try {
      told = await post(`/api/house/edges?work=${work}`, { config });
    } catch (refusal) {
      problem = refusal.message;
    }
    if (asked !== this.asked || !this.isOpen()) return;
    Object.assign(this, { told: told ?? this.told, problem, working: told?.working ?? false });
    this.again();
    if (told?.working) this.timer = setTimeout(() => this.look(true), AGAIN_MS);
  }

  /** `words` says a refusal in those of the form. */
  fields(words) {
    const { told, problem, working } = this;
    const { isNew } = this;
    const changed = told?.wagers.filter(({ now, then }) => isNew || now !== then || then === null) ?? [];
    const then = ({ then: edge, why }) => (why.includes(NOT_OFFERED) ? NOT_OFFERED : percent(edge));
    return h("div", { key: "edges", class: "edges", "aria-live": "polite" },
      problem && h("p", { class: "bad", key: "problem" }, sentence(words(problem))),
      changed.length > 0 && [
        h("h3", { key: "title" }, "Edge"),
        figures(["Wager", ...(isNew ? ["#Edge"] : ["#Now", "#Then"])], changed.map((each) =>
          [each.wager, [each.title, ...(isNew ? [] : [percent(each.now)]), then(each)], { class: isAhead(each) ? "bad" : "" }])),
        changed.some(isAhead) && h("p", { class: "bad", key: "below" }, "An edge below zero is the player's."),
        !isNew && this.holdText(told),
        h("p", { class: "quiet", key: "about" }, [ABOUT, told.units, changed.some(isPart) && OF_A_ROUND].filter(Boolean).join(" "))],
      told && !told.known && h("p", { class: "quiet", key: "unknown" }, `${reasons(told.wagers).join(" ")} `,
        working ? [h("span", { class: "spinner" }), WORKING]
          : button("Work it out", () => this.look(true), { class: "link" })));
  }

  /** What the bets that people made here would have held, by the edges now and then. */
  holdText(told) {
    const bets = heldBets(this.hold, told);
    const known = bets.filter(({ now, then }) => now != null && then != null);
    const sum = total(known);
    if (!sum) return null;
    const held = (edge) => known.reduce((cents, each) => cents + each.cents * each[edge], 0) / sum;
    const all = total(bets);
    const of = sum === all ? `the ${dollars(sum)}` : `${dollars(sum)} of the ${dollars(all)}`;
    const rest = sum === all ? "" : " (of the rest an edge is not known)";
    return h("p", { key: "hold" },
      `Hold on ${of} that people bet here${rest}: ${percent(held("now"))} → ${percent(held("then"))}`);
  }
}
