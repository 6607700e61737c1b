// A wrong pay found later: a settled round is put right by an entry that refers to it.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { act, choice } from "./actions.js";
import { sentence } from "./parts.js";

const FAR = 10;  // times the bet or its pay

/** The bets of a round, from its record: whose, where, and what came of them. */
class SettledBets {
  number = 0;
  all = [];
  said = "";

  constructor({ table }, game) {
    this.table = table;
    this.titles = Object.fromEntries(game.wagers.map(({ name, title }) => [name, title]));
  }

  async ask(number, again) {
    if (number === this.number) return;
    Object.assign(this, { number, all: [], said: "" });
    if (!(number > 0)) return;
    try {
      const { seats, corrections } = await get(`/api/tables/${encodeURIComponent(this.table)}/rounds/${number}`);
      if (number !== this.number) return;
      this.all = seats.flatMap(({ seat, player, name, wagers, raised, won }) => Object.entries(won).map(([wager, cents]) =>
        this.bet({ seat, player, wager, name, paid: cents, stake: (wagers[wager] ?? 0) + (raised[wager] ?? 0) }, corrections)));
      if (!this.all.length) this.said = `round ${number} settled no bet`;
    } catch (refusal) {
      if (number === this.number) this.said = refusal.message;
    }
    again();
  }

  /** With what was put right before: nobody pays it twice. */
  bet(it, corrections) {
    const before = corrections.filter(({ seat, wager }) => seat === it.seat && wager === it.wager)
      .reduce((sum, { cents }) => sum + cents, 0);
    const text = `Seat ${it.seat}, ${it.name}: ${this.titles[it.wager]}, ${signed(it.paid)}`;
    return { ...it, won: it.paid + before, text: before ? `${text}, corrected ${signed(before)}` : text };
  }

  field() {
    return [
      choice("bet", "Whose bet, and what came of it", [["", "Choose"], ...this.all.map(({ text }, i) => [i, text])], "", false,
        { required: true, "data-needs": this.all.length ? "Choose the bet." : "Choose a round with a bet that was settled." }),
      this.said && h("p", { class: "quiet", key: "said", role: "status" }, sentence(this.said))];
  }

  chosen(place) {
    const { seat, player, wager } = this.all[place];
    return { seat, player, wager };
  }
}

const centsOf = ({ dollars: typed }) => Math.round(Number(typed.value) * 100);

/** Why a correction is more often a slip than meant: far beyond the bet, or more lost than was bet. */
function slip({ stake, won, name }, cents) {
  if (Math.abs(cents) > FAR * Math.max(stake, Math.abs(won))) {
    return `More than ${FAR} times what was bet or paid: ${dollars(Math.abs(cents))} is meant.`;
  }
  const lost = -(won + cents);
  return cents < 0 && lost > stake ? `${name} then loses ${dollars(lost)} on a bet of ${dollars(stake)}: this is meant.` : "";
}

/** Before it is sent: who gets what, and what the bet then came to; what looks like a slip must be meant. */
export function whatItMeans({ bet, cents }) {
  if (!bet || !cents) return null;
  const moved = cents > 0 ? `${dollars(cents)} goes to ${bet.name}` : `${dollars(-cents)} goes back to the house from ${bet.name}`;
  const told = `${moved}: ${signed(bet.won)} becomes ${signed(bet.won + cents)}.`;
  const doubt = slip(bet, cents);
  return [
    h("p", { class: "quiet", key: "means", role: "status" }, told),
    doubt && h("label", { class: "field switch", key: `meant ${cents}` },
      h("input", { name: "meant", type: "checkbox", required: true }),
      h("span", {}, doubt)),
  ];
}

/** The round itself is never changed: chips move by an entry that refers to it. */
export function correctRound(table, game, done) {
  const bets = new SettledBets(table, game);
  let written = { bet: null, cents: 0 };
  const over = table.rounds - (table.phase === "playing");
  act(table, done, {
    name: "correct",
    told: true,
    title: "Correct a settled round",
    about: "For a wrong pay found later: an entry that refers to the round moves the difference. Who has left is paid at "
      + "the cage.",
    button: "Correct the round",
    tone: "grave",
    typed: ({ elements }, again) => {
      written = { bet: bets.all[elements.bet.value], cents: centsOf(elements) };
      return bets.ask(Number(elements.round.value), again);
    },
    atOnce: true,
    what: ({ elements }) => ({
      round: bets.number,
      ...bets.chosen(elements.bet.value),
      cents: centsOf(elements),
    }),
    more: () => [
      h("label", { class: "field", key: "round" }, h("span", {}, "Round"), h("input", {
        name: "round", type: "number", min: 1, max: over, required: true, value: over, "data-first": true })),
      bets.field(),
      h("label", { class: "field", key: "dollars" }, h("span", {}, "To the player; with a minus, back to the house"),
        h("span", { class: "money" }, "$", h("input", { name: "dollars", type: "number", step: "0.01", required: true,
          "data-needs": "Say how much." }))),
      whatItMeans(written),
    ],
    said: "the correction is on record",
  });
}
