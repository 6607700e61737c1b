// Our seat at a table: taking it, buying in, and leaving it.

import { become, enter, known } from "./api.js";
import { openingBuyIn } from "./dock.js";
import { dollars } from "./money.js";
import { onFelt } from "./sitting.js";
import * as tape from "./tape.js";

export async function sitDown(table, given = "", seat = 0) {
  const name = (given || table.querySelector(".dock.guest input[name=name]")?.value || "").trim();
  await table.attempt(async () => {
    const isPlayer = known()?.role === "player";
    if (!isPlayer || (name && name !== known().name)) {
      await (isPlayer ? become("/api/you/name", { name }) : enter(name));
      table.line.reopen();
    }
    const what = table.view.you ? {} : { cents: openingBuyIn(table.facts) };
    if (seat) what.seat = seat;
    await table.line.say("sit", what);
  });
}

export async function buyIn(table, cents) {
  if (!await table.attempt(() => table.line.say("buy_in", { cents }))) return;
  table.sitting.boughtIn(cents);
  table.wagering.lacking = 0;
  table.draw();
}

export const leave = (table) => table.attempt(() => table.line.say("leave"));

/** What leaving now would mean for a bet or a hand; null where neither is on. */
export function atStake(table) {
  const { view, facts } = table;
  const stakes = [...tape.sceneOf(view.tape, table.game.totals).stakes];
  const mine = stakes.filter(([place]) => table.seatsInRound().includes(Number(place.split(".")[0])));
  const staked = view.phase === "playing" ? mine.reduce((cents, [, each]) => cents + each, 0) : 0;
  const bet = onFelt(view);
  if (!staked && !bet) return null;
  const happens = staked
    ? `${dollars(staked)} of yours are in this round. The house plays your hand out by its ${facts.silent} strategy, `
      + "puts up no more chips, and pays you before you leave."
    : `Your bet of ${dollars(bet)} comes back to you.`;
  return { happens, sum: table.sitting.sumNow(view, staked) };
}
