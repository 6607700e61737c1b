// Irregularities: what a supervisor rules on a round that is on.

import { h } from "/js/dom.js";
import { act, choice } from "./actions.js";
import { sentence } from "./parts.js";

/** Sorts and outcomes are the house's (`house/irregularities.py`), with the words for them. */
export function ruleOn(table, done) {
  const { sorts, outcomes } = table.irregularities;
  const open = table.phase === "playing" ? (each) => each !== "return_bet" : (each) => each === "return_bet";
  const rulings = Object.entries(sorts).flatMap(([sort, { title, outcomes: may }]) =>
    may.filter(open).map((outcome) => [`${sort}.${outcome}`, `${title}: ${outcomes[outcome]}`]));
  let chosen = rulings[0][0];
  const seats = table.players.filter(({ bot }) => !bot)
    .flatMap(({ name, seats: taken }) => taken.map((seat) => [seat, `Seat ${seat}, ${name}`])).sort(([a], [b]) => a - b);
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
    typed: ({ elements }) => {
      chosen = elements.ruling.value;
    },
    more: () => [
      choice("ruling", "What happened, and what follows", rulings, rulings[0][0], true),
      h("p", { class: "quiet", key: "whole", "aria-live": "polite" }, sentence(new Map(rulings).get(chosen))),
      table.phase !== "playing" && choice("seat", "Whose bet", seats, seats[0]?.[0], false,
        { required: true, "data-needs": "Nobody sits here whose bet could be late." }),
    ],
    said: "the ruling is on record",
  });
}
