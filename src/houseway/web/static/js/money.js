// Money is whole cents everywhere; here it becomes text and chips.

export function dollars(cents) {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

/** A share of a bet, "−25.15 %". */
export const percent = (share) => `${(share * 100).toFixed(2)} %`.replace(/^-/, "−");

/** How an amount looks. */
export const toneOf = (cents) => (cents > 0 ? "won" : cents < 0 ? "lost" : "even");

export const CHIPS = [50, 100, 500, 2500, 10000, 50000];  // cents, as in a rack

/** A bet as chips, the highest first; what no chip fits is left to the label. */
export function stack(cents, most = 6) {
  const chips = [];
  let rest = cents;
  for (const worth of [...CHIPS].reverse()) {
    while (rest >= worth && chips.length < 40) {
      chips.push(worth);
      rest -= worth;
    }
  }
  return chips.slice(0, most).reverse();
}

/** The chip that lies ready. */
export const usualChip = (chips) => chips.find((worth) => worth >= 500) ?? chips[0];

/** The chips worth having in hand at a table: multiples of its steps, five of them at most. */
export function rack(wagers) {
  const placed = wagers.filter((wager) => !wager.equals);
  const step = Math.min(...placed.map((wager) => wager.step_cents));
  const most = Math.max(...placed.map((wager) => wager.most_cents));
  return CHIPS.filter((chip) => chip % step === 0 && chip <= most).slice(0, 5);
}

/** What is in one's purse, in words; practice is apart from it. */
export const purseText = (cents) => (cents === undefined ? "" : `In your purse: ${dollars(cents)}.`);
