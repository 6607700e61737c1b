// A wrong pay found later: a settled round is put right by an entry that refers to it.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { signed } from "/js/money.js";
import { act, choice } from "./actions.js";
import { sentence } from "./parts.js";

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
      const { seats } = await get(`/api/tables/${encodeURIComponent(this.table)}/rounds/${number}`);
      if (number !== this.number) return;
      this.all = seats.flatMap(({ seat, player, name, won }) => Object.entries(won).map(([wager, cents]) =>
        ({ seat, player, wager, text: `Seat ${seat}, ${name}: ${this.titles[wager]}, ${signed(cents)}` })));
      if (!this.all.length) this.said = `round ${number} settled no bet`;
    } catch (refusal) {
      if (number === this.number) this.said = refusal.message;
    }
    again();
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

/** The round itself is never changed: chips move by an entry that refers to it. */
export function correctRound(table, game, done) {
  const bets = new SettledBets(table, game);
  const over = table.rounds - (table.phase === "playing");
  act(table, done, {
    name: "correct",
    told: true,
    title: "Correct a settled round",
    about: "For a wrong pay found later: an entry that refers to the round moves the difference. Who has left is paid at "
      + "the cage.",
    button: "Correct the round",
    tone: "grave",
    typed: ({ elements }, again) => bets.ask(Number(elements.round.value), again),
    atOnce: true,
    what: ({ elements }) => ({
      round: bets.number,
      ...bets.chosen(elements.bet.value),
      cents: Math.round(Number(elements.dollars.value) * 100),
    }),
    more: () => [
      h("label", { class: "field", key: "round" }, h("span", {}, "Round"), h("input", {
        name: "round", type: "number", min: 1, max: over, required: true, value: over, "data-first": true })),
      bets.field(),
      h("label", { class: "field", key: "dollars" }, h("span", {}, "To the player; with a minus, back to the house"),
        h("span", { class: "money" }, "$", h("input", { name: "dollars", type: "number", step: "0.01", required: true,
          "data-needs": "Say how much." }))),
    ],
    said: "the correction is on record",
  });
}
