// A round looked at again, drawn: the bar with its choices, the worth of each, and the what-if.

import { button, choiceDock, value } from "./dock.js";
import { classes, h } from "./dom.js";
import { signed } from "./money.js";
import * as picks from "./picks.js";
import { sentence } from "./sentence.js";
import * as tape from "./tape.js";
import { actView } from "./verdict.js";
import { coversText, wholeLine } from "./whole.js";

const WORTH_SHOWN = 6;
const FRESH = "The rest of its shoe is a secret, so cards behind the round's own came from a fresh shuffle.";

const money = (cents) => (cents >= 0.5 ? `$${(cents / 100).toFixed(2)}` : "less than a cent");

/** How far the round is shown, with a mark for each choice; mistakes stand out. */
export function progress(page) {
  const { review, round, at, end } = page;
  const mark = (rows, i) => {
    const worth = review.worths.get(i + 1);
    const told = page.news[rows] || `${round.choices[i].name}: ${round.choices[i].title}`;  // by its cards, as the dealer called it
    const price = !worth ? "" : worth.wrong ? `, costs ${money(worth.cents)}` : ", the best";
    return h("button", {
      key: `mark-${i}`, type: "button", onclick: () => page.go(rows), style: { left: `${(rows / end) * 100}%` },
      class: classes("mark", worth && (worth.wrong ? "wrong" : "right"), rows === at && "here"),
      "aria-label": `Choice ${i + 1}, ${told}${price}`, title: `${told}${price}`,
      "aria-current": rows === at ? "step" : null,
    }, worth?.wrong ? "!" : "");
  };
  return h("div", { class: "progress", key: "progress", role: "group", "aria-label": "Choices of the round" },
    h("div", { class: "way" }, h("div", { class: "gone", style: { width: `${(at / Math.max(end, 1)) * 100}%` } })),
    review.rows.map(mark));
}

const GONE_ON = "Your what-if has gone on: its choices are judged below the felt. Back to the round, you see what each choice of the round was worth.";

/** Beside the felt: what is known of the choices of the round, not of a what-if that has gone on. */
export function analysis(page) {
  const { review } = page;
  if (!review.rows.length) return null;
  return h("section", { class: "panel analysis", key: "analysis" }, h("h2", {}, "Analysis"), said(page));
}

function said(page) {
  const { review, at } = page;
  if (review.state === "working") {
    return h("p", { class: "quiet", role: "status" }, "Working out what each choice was worth …");
  }
  if (review.state === "refused") {
    return [h("p", { key: "why", role: "status" }, sentence(review.reason)), ask(review, "Ask again")];
  }
  if (review.trial?.acts.length) return h("p", { class: "quiet" }, GONE_ON);
  const choice = review.choiceAt(at);
  const again = !page.isNarrow && againFrom(review, choice);
  if (review.state === "none") return [ask(review, "What was each choice worth?"), again];
  return [h("p", { class: "quiet", key: "score" }, score(review)), worthOf(page, choice), again];
}

/** Another choice where one was made; on a narrow screen it lies in the dock, for the panel is out of sight. */
export const againFrom = (review, choice) => choice > 0 && h("button", {
  type: "button", class: "button again", key: "again", onclick: () => review.tryFrom(choice),
}, "Try again from here");

const ask = (review, label) =>
  h("button", { type: "button", class: "button ask", key: "ask", onclick: () => review.ask() }, label);

function score(review) {
  const worths = [...review.worths.values()];
  const wrong = worths.filter((each) => each.wrong);
  if (!wrong.length) return worths.length === 1 ? "The choice was the best." : `All ${worths.length} choices were the best.`;
  const lost = wrong.reduce((sum, each) => sum + each.cents, 0);
  return `${worths.length - wrong.length} of ${worths.length} ${worths.length === 1 ? "choice" : "choices"} `
    + `the best; ${money(lost)} given away on average.`;
}

/** An act with the cards that it names, as they lay when it was chosen. */
function actOf(game, rows, { row, seat, hand }, name) {
  const held = tape.sceneOf(rows.slice(0, row)).hands.get(tape.at(seat, hand)) ?? [];
  return actView(game.acts.find((act) => act.name === name), held.map(({ card }) => card));
}

function worthOf(page, choice) {
  const { review } = page;
  const worth = review.worths.get(choice);
  if (!worth) return h("p", { class: "quiet", key: "how" }, "The marks on the bar are the choices: step to one of them.");
  const named = (act) => actOf(page.game, page.round.tape, worth, act);
  const shown = worth.values.filter(({ act }, i) => i < WORTH_SHOWN || act === worth.act);
  const less = worth.values.length - shown.length;
  return [
    h("p", { key: "told", class: classes("told", worth.wrong ? "wrong" : "right"), role: "status" }, verdictOf(worth, named)),
    h("table", { class: "worths", key: "worths" },
      h("caption", { class: "for-readers" }, "What each choice was worth, of the bets that hang on it"),
      h("tbody", {}, shown.map(({ act, value: bets }) => h("tr", {
        key: act, class: classes(act === worth.best && "best", act === worth.act && "chosen"),
      }, h("th", { scope: "row" }, named(act), act === worth.act && h("span", { class: "tag" }, "chosen")),
      h("td", {}, value(bets, worth.unit_cents)))))),
    less > 0 && h("p", { class: "quiet", key: "more" }, `${less} more are worth less.`),
    h("p", { key: "whole", class: "whole" }, wholeLine(page.game, { acts: worth.values, covers: worth.covers })),
    h("p", { key: "covers", class: "quiet" }, coversText(page.game, worth)),
  ];
}

const verdictOf = (worth, named) => [named(worth.act),
  worth.wrong ? [` costs ${money(worth.cents)}. Best was: `, named(worth.best), "."] : " was the best choice."];

/** What the acts of a what-if were worth, as far as that is known. */
function trialVerdicts({ game, review: { trial } }) {
  if (!trial.acts.length) return null;
  const told = (worth) => h("li", { key: worth.choice, class: classes("told", worth.wrong ? "wrong" : "right") },
    verdictOf(worth, (act) => actOf(game, trial.answer.tape, worth, act)));
  return h("div", { key: "verdicts", class: "trial-verdicts", role: "status" }, trial.worths ? h("ol", {}, trial.worths.map(told))
    : h("p", { class: "quiet" }, trial.unjudged ? `Not judged: ${trial.unjudged}` : "Judging your choices …"));
}

/** The dock of a what-if: the acts, or how it ended. */
export function trialDock(page) {
  const { review } = page;
  const { trial } = review;
  const back = button("Back to the round", { onclick: () => review.stop() });
  const note = "What if, in private: no chips move.";
  if (!trial.answer || trial.waiting) {
    return h("div", { class: "dock waiting", key: "trial" }, h("p", { role: "status" }, trial.reason || "Dealing …"), back);
  }
  if (review.pending) {
    const acts = review.acts();
    const { seat, hand } = review.pending;
    return [h("p", { class: "trial-note", key: "note", role: "status" }, trial.reason || note, back), trialVerdicts(page),
      choiceDock({
        acts, prices: review.pending.prices, hints: null, picked: trial.picked, typed: page.keys.typed, clock: null,
        cards: tape.cardsAt(tape.sceneOf(trial.answer.tape), seat, hand),
        choose: (act) => review.act(act),
        pickCount: acts.find((act) => act.way)?.picks.length ?? 0,
        title: hand ? `Your choice for hand ${hand + 1}` : "Your choice",
      })];
  }
  const [now, then] = review.nets();
  return h("div", { class: "dock verdict", key: "trial", role: "group", "aria-label": "What if" },
    h("p", { class: "said", role: "status" },
      `This way: ${signed(now) || "even"}; as it was played: ${signed(then)}. ${note}${trial.answer.fresh ? ` ${FRESH}` : ""}`),
    trialVerdicts(page),
    button("Once more", { onclick: () => review.tryFrom(trial.choice) }), back);
}

/** What the seat of a what-if shows of its turn. */
export function turnOf(page, seat) {
  const { review } = page;
  if (review.pending?.seat !== seat || review.trial.waiting) return {};
  const acts = review.acts();
  const toggle = (number) => {
    picks.toggle(review.trial.picked, number, acts);
    page.draw();
  };
  const pick = acts.some((act) => act.way) ? { picked: review.trial.picked, toggle } : null;
  return { turn: true, hand: review.pending.hand, pick };
}
