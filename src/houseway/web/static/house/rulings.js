// Irregularities: what a supervisor rules on a round that is on, and how a settled one is put right.

import { h } from "/js/dom.js";
import { act, choice } from "./actions.js";

/** Sorts and outcomes are the house's (`house/irregularities.py`), with the words for them. */
export function ruleOn(table, done) {
  const { sorts, outcomes } = table.irregularities;
  const open = table.phase === "playing" ? (each) => each !== "return_bet" : (each) => each === "return_bet";
  const rulings = Object.entries(sorts).flatMap(([sort, { title, outcomes: may }]) =>
    may.filter(open).map((outcome) => [`${sort}.${outcome}`, `${title}: ${outcomes[outcome]}`]));
  const seats = Array.from({ length: table.config.seats }, (_, i) => [i + 1, `Seat ${i + 1}`]);
  act(table, done, {
    name: "rule",
    told: true,
    title: "Irregularity",
    about: table.phase === "playing" ? `A ruling on round ${table.rounds}; everyone at the table is told.`
      : "Between rounds only a late bet can be ruled on; a settled round is put right by a correction.",
    button: "Rule",
    tone: "grave",
    seen: table.version,
    what: (form) => {
      const [sort, outcome] = form.elements.ruling.value.split(".");
      return { sort, outcome, seat: Number(form.elements.seat?.value ?? 0) };
    },
    more: () => [
      choice("ruling", "What happened, and what follows", rulings, rulings[0][0], true),
      table.phase !== "playing" && choice("seat", "Whose bet", seats, 1),
    ],
    said: "the ruling is on record",
  });
}

const field = (name, title, props) =>
  h("label", { class: "field", key: name }, h("span", {}, title), h("input", { name, required: true, ...props }));

/** The round itself is never changed: chips move by an entry that refers to it. */
export function correctRound(table, game, done) {
  const wagers = game.wagers.map((wager) => [wager.name, wager.title]);
  const seats = Array.from({ length: table.config.seats }, (_, i) => [i + 1, `Seat ${i + 1}`]);
  act(table, done, {
    name: "correct",
    told: true,
    title: "Correct a settled round",
    about: "For a wrong pay found later: an entry that refers to the round moves the difference. The round's record "
      + "has the player; who has left is paid at the cage.",
    button: "Correct",
    tone: "grave",
    what: (form) => ({
      round: Number(form.elements.round.value),
      seat: Number(form.elements.seat.value),
      player: form.elements.player.value.trim(),
      wager: form.elements.wager.value,
      cents: Math.round(Number(form.elements.dollars.value) * 100),
    }),
    more: () => [
      field("round", "Round", { type: "number", min: 1, max: table.rounds, "data-first": true }),
      choice("seat", "Seat", seats, 1),
      field("player", "Player, as in the round's record", { autocomplete: "off", maxlength: 64 }),
      choice("wager", "Wager", wagers, wagers[0][0]),
      field("dollars", "Dollars to the player; negative: paid too much", { type: "number", step: "0.01" }),
    ],
    said: "the correction is on record",
  });
}
