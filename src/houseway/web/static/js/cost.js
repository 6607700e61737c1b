// What a choice that was not the best gives away on average. Cents are whole for each choice, and sums are sums of those:
// the table, the record of a round and one's own page then say the same.

const MISTAKE = 0.0005;  // of a bet: less is rounding

/** Of the values of the best act and of the one that was made, in bets of so many cents. */
export function costOf(best, made, unitCents) {
  const cost = best - made;
  return { cost, wrong: cost > MISTAKE, cents: Math.round(cost * unitCents) };
}
