// A session: how its result is distributed, and the chance of ruin.

import { h } from "/js/dom.js";
import { named } from "./chart.js";
import { betFields, betsOf, downloads, progress, tile, typing } from "./parts.js";
import { question } from "./state.js";
import { chance, count, dollars, percent, short, shortDollars } from "./words.js";

const CHANCE = named("chance", (value) => `${short(value * 100)}%`);
const MONEY = named("money", shortDollars);
const ROUNDS = named("rounds", short);

export function riskPanel(view) {
  const { state, desk, go, sheet, shown } = view;
  const bets = betsOf(view);
  const url = question(state, "risk", ["set", "strategy", "pay", "bet"], {
    rounds: state.session || "300", bankroll: state.bankroll || "50000",
  });
  const at = desk.want("risk", url, 250);
  const found = at.answer;
  const pick = (name) => (value) => go({ [name]: value }, { isTyping: true });
  return [
    h("form", { class: "plan", novalidate: true, onsubmit: (event) => event.preventDefault() },
      sheet.answer ? betFields(view, bets) : null,
      h("div", { class: "settings" },
        h("label", {}, h("span", {}, "Rounds in the session"), h("input", { type: "number", min: 1, max: 100000, ...typing(shown, "session", state.session || "300", pick("session")) })),
        h("label", { class: "money" }, h("span", {}, "Bankroll"), h("input", { type: "number", min: 1, ...typing(shown, "bankroll", String(Number(state.bankroll || "50000") / 100), (text) => pick("bankroll")(String(Math.round(Number(text) * 100)))) })))),
    progress(at, () => desk.stop("risk")),
    found && h("div", { class: at.isOld ? "stack old" : "stack" }, session(found), ruin(found), method(found)),
    found && downloads(url, ["distribution", "ruin_by_bankroll", "ruin_by_round"]),
  ];
}

function session({ session: found, rounds }) {
  const quantile = Object.fromEntries(found.quantiles);
  return h("section", {},
    h("h2", {}, `Result of ${count(rounds)} rounds`),
    h("dl", { class: "tiles" },
      tile("On average", dollars(Math.round(found.mean_cents), 2), `st. dev. ${dollars(Math.round(found.sd_cents), 0)}`),
      tile("Ahead at the end", percent(found.ahead, 2), `even ${percent(found.even, 2)}`),
      tile("Half of all sessions", `${dollars(quantile[0.25], 0)} to ${dollars(quantile[0.75], 0)}`),
      tile("Nine in ten", `${dollars(quantile[0.05], 0)} to ${dollars(quantile[0.95], 0)}`)),
    h("lab-chart", { key: "histogram", ".spec": histogram(found, rounds) }));
}

function histogram(found, rounds) {
  const quantile = Object.fromEntries(found.quantiles);
  return {
    title: `How the result of ${count(rounds)} rounds is distributed`,
    about: "Bars to the left of zero are sessions that lose, those to the right sessions that win. The first and the last bar take in all that lies beyond.",
    x: { label: "Result of the session", format: MONEY },
    y: { label: "Probability", format: CHANCE },
    bars: found.bins.map(([from, to, value]) => [from, to, value, from >= 0 ? "good" : to <= 0 ? "bad" : "plain", `${dollars(from, 0)} to ${dollars(to, 0)}: ${chance(value)}`]),
    marks: [{ x: quantile[0.5], label: `median ${dollars(quantile[0.5], 0)}` }],
    key: [["sessions that win", "good"], ["sessions that lose", "bad"]],
    table: { columns: ["From", "To", "Probability"], rows: found.bins.map(([from, to, value]) => [dollars(from, 0), dollars(to, 0), chance(value)]) },
  };
}

function ruin(found) {
  const { ruin: chances, bankroll_cents: bankroll, rounds, round } = found;
  return h("section", {},
    h("h2", {}, "Ruin"),
    h("dl", { class: "tiles" },
      tile("Chance of ruin", chance(chances.at), chances.se ? `\u00b1 ${chance(chances.se)}` : `from ${dollars(bankroll)}`),
      tile("For one in a hundred", bankrollFor(chances, 0.01), "bankroll to bring"),
      tile("For one in ten", bankrollFor(chances, 0.1), "bankroll to bring"),
      tile("Bets of a round", dollars(round.stake_cents))),
    h("div", { class: "side-by-side" },
      h("lab-chart", { key: "by-bankroll", ".spec": {
        title: `Chance of ruin within ${count(rounds)} rounds, by bankroll`,
        about: "The more one brings, the less likely it is that the bets of a round can no longer be placed.",
        x: { label: "Bankroll", format: MONEY, unit: "bankroll" },
        y: { label: "Chance of ruin", format: CHANCE, range: [0, 1] },
        series: [{ points: upTo(chances.by_bankroll, bankroll).map(([cents, value]) => [cents, value, chance(value)]) }],
        marks: [{ x: bankroll, label: `yours: ${chance(chances.at)}` }],
        table: { columns: ["Bankroll", "Chance of ruin"], rows: chances.by_bankroll.map(([cents, value]) => [dollars(cents), chance(value)]) },
      } }),
      h("lab-chart", { key: "by-round", ".spec": {
        title: `Chance of ruin from ${dollars(bankroll)}, by rounds played`,
        about: "The longer the session, the more likely ruin is.",
        x: { label: "Rounds", format: ROUNDS, unit: "rounds" },
        y: { label: "Chance of ruin", format: CHANCE },
        series: [{ points: chances.by_round.map(([played, value]) => [played, value, chance(value)]) }],
        table: { columns: ["Rounds", "Chance of ruin"], rows: chances.by_round.map(([played, value]) => [count(played), chance(value)]) },
      } })));
}

/** The part of the curve where something happens, and the bankroll asked for. */
function upTo(curve, bankroll) {
  const last = curve.findIndex(([, value]) => value < 0.0005);
  const end = Math.max(last < 0 ? curve.length : last + 1, curve.findIndex(([cents]) => cents >= bankroll) + 1, 2);
  return curve.slice(0, end);
}

function bankrollFor(chances, share) {
  const enough = chances.by_bankroll.find(([, value]) => value <= share);
  return enough ? dollars(enough[0], 0) : "more than shown";
}

function method({ round, session: found, ruin: chances, rounds }) {
  const one = round.known === "simulated"
    ? `One round is known from ${count(round.simulated_rounds)} simulated rounds (${round.results} different results), so rare large pays carry some error.`
    : `One round is known ${round.known === "exact" ? "exactly" : round.known}, from its table of outcomes (${round.results} different results).`;
  const many = found.sessions
    ? `The session is drawn at random ${count(found.sessions)} times, since its results lie on too fine a lattice to add up.`
    : `${count(rounds)} rounds are added up by convolution, with an error below one in a billion.`;
  const end = chances.se == null
    ? "Ruin is computed by recursion over every bankroll"
    : "Ruin is counted in sessions drawn at random, with its standard error";
  return h("p", { class: "how" }, `${one} ${many} ${end}: it is a bankroll that cannot place the next round's bets. Rounds are dealt from full shoes; doubles and splits are always afforded.`);
}
