// The tape of a round, as the house tells it: rows of [verb, seat, hand, a, b, c]. Seat 0 is the house; its hand 0 is
// the dealer's, its hand 1 the community cards. `sceneOf` turns the rows back into what lies on the table.

export const [STAKE, DEAL, TURN, OFFER, CHOOSE, MOVE, DISCARD, BACK, SETTLE, SAY] = Array(10).keys();
export const [LAMMER, TOTAL, RANKED, CHECKED, HOUSE_WAY, NATURAL, CAP, ADVICE, VOID, NO_MORE_BETS, CALL, LAMMERS_IN] =
  Array(12).keys();
export const UNSEEN = -1;
export const DOWN = 0;  // the face of a card that nobody sees
export const HOUSE = 0;
export const DEALER = 0;
export const COMMUNITY = 1;

export const at = (...place) => place.join(".");

/** Whether a tape goes on where another ended. A row never changes once it is written. */
export function goesOn(before, tape) {
  if (tape.length < before.length) return false;
  return before.every((row, i) => row.every((cell, column) => cell === tape[i][column]));
}

/** What settles a wager from the row `corrected` on puts its pay right: it stands beside the pay. */
export function sceneOf(tape, totals = -1, corrected = Infinity) {
  const scene = {
    hands: new Map(),    // place: [{id, card}], the id is the row that dealt it
    discards: new Map(), // place: what the hand gave up, in the order it lay
    stakes: new Map(),   // seat.hand.wager: cents in action
    settled: new Map(),  // seat.hand.wager: {outcome, cents, stake, corrected}; prizes of one wager are added up
    backed: new Set(),   // seat.hand.wager: taken back
    said: new Map(),     // seat.hand.word: value
    counted: new Map(),  // place: how many cards the blackjack hand had when its bet was settled
    chosen: new Map(),   // place: the last act
    calls: new Map(),    // place: what the dealer told of the hand, until its player has chosen
  };
  tape.slice(0, corrected).forEach((row, id) => tell(scene, row, id, totals));
  tape.slice(corrected).forEach((row) => putRight(scene, row));
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
  } else if (verb === DISCARD) scene.discards.set(place, [...held.splice(a, 1), ...(scene.discards.get(place) ?? [])]);
  else if (verb === STAKE) scene.stakes.set(spot, (scene.stakes.get(spot) ?? 0) + b);
  else if (verb === BACK) {
    const left = (scene.stakes.get(spot) ?? 0) - b;
    if (left > 0) scene.stakes.set(spot, left);
    else {
      scene.stakes.delete(spot);
      scene.backed.add(spot);
    }
  } else if (verb === SETTLE) {
    const earlier = scene.settled.get(spot);
    const stake = scene.stakes.get(spot) ?? earlier?.stake ?? 0;
    scene.settled.set(spot, { outcome: b, cents: (earlier?.cents ?? 0) + c, stake });
    scene.stakes.delete(spot);
    if (a === totals && !scene.counted.has(place)) scene.counted.set(place, held.length);
  } else if (verb === SAY) {
    scene.said.set(spot, b);
    if (a === CALL) scene.calls.set(place, b);
    if (a === LAMMERS_IN) for (const lies of scene.said.keys()) if (lies.endsWith(`.${LAMMER}`)) scene.said.delete(lies);
  } else if (verb === CHOOSE) {
    scene.chosen.set(place, a);
    scene.calls.delete(place);
  }
}

function putRight({ settled }, [, seat, hand, wager, , cents]) {
  const paid = settled.get(at(seat, hand, wager));
  settled.set(at(seat, hand, wager), { ...paid, corrected: (paid.corrected ?? 0) + cents });
}

/** What a settled wager brought in the end. */
export const netAt = ({ cents, corrected = 0 }) => cents + corrected;

/** A row of a tape with what one must know beside it to tell it in words; `whys` has the reasons of settlements,
 * `totals` is the wager whose hands are counted, `by` says of each choice who made it. */
export function inContext(tape, i, { whys = new Map(), totals = -1, by = [] } = {}) {
  const row = tape[i];
  const [verb, seat, hand, a] = row;
  const before = () => sceneOf(tape.slice(0, i));
  if (verb === SETTLE) {
    return Object.assign([...row], { stake: before().stakes.get(at(seat, hand, a)) ?? 0, why: whys.get(i) });
  }
  if (verb === DISCARD) return Object.assign([...row], { last: before().hands.get(at(seat, hand)).length === 1 });
  if ((verb === DEAL || verb === TURN) && totals >= 0) return Object.assign([...row], { counts: countedWith(tape, i, totals) });
  if (verb === CHOOSE) return Object.assign([...row], { held: cardsAt(before(), seat, hand), by: by[choicesIn(tape.slice(0, i))] });
  if (verb === SAY && a === HOUSE_WAY) return Object.assign([...row], shownAndKept(tape, i));
  return row;
}

const choicesIn = (tape) => tape.filter(([verb]) => verb === CHOOSE).length;

/** The cards of a hand with the one that just came, where they make a total: two at least, and its bet still open. */
function countedWith(tape, i, totals) {
  const [, seat, hand] = tape[i];
  const scene = sceneOf(tape.slice(0, i + 1), totals);
  const cards = cardsAt(scene, seat, hand);
  const counts = cards.length > 1 && !scene.counted.has(at(seat, hand)) && !(seat === HOUSE && hand === COMMUNITY);
  return counts ? cards : [];
}

/** The cards of a hand, as they lie. */
export const cardsAt = (scene, seat, hand) => (scene.hands.get(at(seat, hand)) ?? []).map(({ card }) => card);

/** The dealer's cards as they were shown, and those that the next rows leave: the house way discards the others. */
function shownAndKept(tape, i) {
  let end = i + 1;
  while (tape[end]?.[0] === DISCARD && tape[end][1] === HOUSE) end += 1;
  const [shown, kept] = [i, end].map((rows) => dealersCards(tape.slice(0, rows)));
  return { shown, kept };
}

const dealersCards = (tape) => (sceneOf(tape).hands.get(at(HOUSE, DEALER)) ?? []).map(({ card }) => card);

/** A tape that is known whole, as it was dealt: a card that is turned later lies face down until then. */
export function asDealt(tape) {
  const held = new Map();
  return tape.map((row, i) => {
    const [verb, seat, hand, , face] = row;
    if (verb !== DEAL) return row;
    const place = held.get(at(seat, hand)) ?? 0;
    held.set(at(seat, hand), place + 1);
    const turns = ([verb, where, which, turned]) => verb === TURN && where === seat && which === hand && turned === place;
    const hidden = face === DOWN && tape.slice(i).some(turns);
    return hidden ? [verb, seat, hand, UNSEEN, ...row.slice(4)] : row;
  });
}

/** The hands of a seat, in order: its cards and what it gave up. One that went to the discards whole is `taken`. */
export function handsOf(scene, seat) {
  const found = [];
  for (const [place, held] of scene.hands) {
    const [where, hand] = place.split(".").map(Number);
    const discards = scene.discards.get(place) ?? [];
    if (where !== seat || !(held.length || discards.length)) continue;
    found.push(held.length ? { hand, cards: held, discards } : { hand, cards: discards, discards: [], taken: true });
  }
  return found.sort((one, other) => one.hand - other.hand);
}
