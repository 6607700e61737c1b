// The tape of a round, as the house tells it: rows of [verb, seat, hand, a, b, c]. Seat 0 is the house; its hand 0 is
// the dealer's, its hand 1 the community cards. `sceneOf` turns the rows back into what lies on the table.

export const [STAKE, DEAL, TURN, OFFER, CHOOSE, MOVE, DISCARD, BACK, SETTLE, SAY] = Array(10).keys();
export const [LAMMER, TOTAL, RANKED, CHECKED, HOUSE_WAY, NATURAL, CAP, ADVICE, VOID] = Array(9).keys();
export const UNSEEN = -1;
export const HOUSE = 0;
export const DEALER = 0;
export const COMMUNITY = 1;

export const at = (...place) => place.join(".");

/** Whether a tape goes on where another ended. A row never changes once it is written. */
export function goesOn(before, tape) {
  if (tape.length < before.length) return false;
  return before.every((row, i) => row.every((cell, column) => cell === tape[i][column]));
}

export function sceneOf(tape, totals = -1) {
  const scene = {
    hands: new Map(),    // place: [{id, card}], the id is the row that dealt it
    stakes: new Map(),   // seat.hand.wager: cents in action
    settled: new Map(),  // seat.hand.wager: {outcome, cents, stake}; prizes of one wager are added up
    backed: new Set(),   // seat.hand.wager: taken back
    said: new Map(),     // seat.hand.word: value
    counted: new Map(),  // place: how many cards the blackjack hand had when its bet was settled
    chosen: new Map(),   // place: the last act
  };
  tape.forEach((row, id) => tell(scene, row, id, totals));
  return scene;
}

function tell(scene, [verb, seat, hand, a, b, c], id, totals) {
  const place = at(seat, hand);
  const spot = at(seat, hand, a);
  if (!scene.hands.has(place)) scene.hands.set(place, []);
  const held = scene.hands.get(place);
  if (verb === DEAL) held.push({ id, card: a });
  else if (verb === TURN) held[a] = { ...held[a], card: b };
  else if (verb === MOVE) {
    const there = at(seat, b);
    if (!scene.hands.has(there)) scene.hands.set(there, []);
    scene.hands.get(there).push(...held.splice(a, 1));
  } else if (verb === DISCARD) held.splice(a, 1);
  else if (verb === STAKE) scene.stakes.set(spot, (scene.stakes.get(spot) ?? 0) + b);
  else if (verb === BACK) {
    scene.stakes.delete(spot);
    scene.backed.add(spot);
  } else if (verb === SETTLE) {
    const earlier = scene.settled.get(spot);
    const stake = scene.stakes.get(spot) ?? earlier?.stake ?? 0;
    scene.settled.set(spot, { outcome: b, cents: (earlier?.cents ?? 0) + c, stake });
    scene.stakes.delete(spot);
    if (a === totals && !scene.counted.has(place)) scene.counted.set(place, held.length);
  } else if (verb === SAY) scene.said.set(spot, b);
  else if (verb === CHOOSE) scene.chosen.set(place, a);
}

/** A row of a tape; one that settles a wager also bears the stake that it was about. */
export function withStake(tape, i) {
  const row = tape[i];
  if (row[0] !== SETTLE) return row;
  const stake = sceneOf(tape.slice(0, i)).stakes.get(at(row[1], row[2], row[3])) ?? 0;
  return Object.assign([...row], { stake });
}

/** Cents won by a seat so far. */
export function wonBy(scene, seat) {
  let cents = 0;
  for (const [spot, { cents: won }] of scene.settled) if (spot.startsWith(`${seat}.`)) cents += won;
  return cents;
}

/** The hands of a seat that hold cards, in order. */
export function handsOf(scene, seat) {
  const found = [];
  for (const [place, cards] of scene.hands) {
    const [where, hand] = place.split(".").map(Number);
    if (where === seat && cards.length) found.push({ hand, cards });
  }
  return found.sort((one, other) => one.hand - other.hand);
}
