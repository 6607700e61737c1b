// Cards that are picked before an act that names them is chosen, by their places in the hand from 1.

/** A card is picked, or put back; one too many takes the place of the first. */
export function toggle(picked, number, acts) {
  const count = acts.find((act) => act.way)?.picks.length ?? 0;
  if (picked.delete(number)) return;
  if (picked.size >= count) picked.delete(picked.values().next().value);
  picked.add(number);
}

/** The places in what was typed so far of an act's key ("a12"). */
export const inKeys = (typed) => new Set([...typed].filter((sign) => /\d/.test(sign)).map(Number));
