// The chips a player means to bet, before the house has taken them. One `Bets` a table; amounts by seat and wager.

export class Bets {
  constructor(wagers) {
    this.wagers = wagers;
    this.meant = new Map();  // seat: {wager: cents}
    this.steps = [];         // what undo takes back: copies of `meant`
    this.last = new Map();   // seat: what was bet in the last round
  }

  of(seat) {
    return this.meant.get(seat) ?? {};
  }

  total() {
    let cents = 0;
    for (const bets of this.meant.values()) cents += sum(bets);
    return cents;
  }

  /** What the felt already shows is what we mean, unless we are changing it. */
  adopt(seat, bets) {
    if (Object.keys(bets).length) this.meant.set(seat, { ...bets });
    else this.meant.delete(seat);
  }

  /** A chip goes on a spot, and on every spot that must equal it; returns the reason if it may not. */
  add(seat, name, cents) {
    const wager = this.lead(name);
    const bets = { ...this.of(seat) };
    const after = (bets[wager.name] ?? 0) + cents;
    if (wager.equals) return this.match(seat, wager);
    if (after > wager.most_cents) return `${this.placeName(wager)} takes ${money(wager.most_cents)} at most here`;
    bets[wager.name] = after;
    this.set(seat, bets);
    return "";
  }

  /** Cents that a chip on this spot puts up, those on every spot that must equal it included. */
  wouldBet(seat, name, cents) {
    const lead = this.lead(name).name;
    const bets = this.of(seat);
    return sum(this.evened({ ...bets, [lead]: (bets[lead] ?? 0) + cents })) - sum(bets);
  }

  /** An optional bet that must equal another is on or off. */
  match(seat, wager) {
    const bets = { ...this.of(seat) };
    const cents = bets[wager.equals] ?? 0;
    if (!cents) return `${wager.title} equals ${this.named(wager.equals).title}: bet that first`;
    bets[wager.name] = cents;
    this.set(seat, bets);
    return "";
  }

  remove(seat, name, cents) {
    const wager = this.lead(name);
    const bets = { ...this.of(seat) };
    bets[wager.name] = wager.equals ? 0 : Math.max((bets[wager.name] ?? 0) - cents, 0);
    this.set(seat, bets);
  }

  clear(seats) {
    this.keep();
    for (const seat of seats) this.meant.delete(seat);
  }

  repeat(seats) {
    this.keep();
    for (const [seat, bets] of this.repeated(seats)) this.meant.set(seat, bets);
  }

  double(seats) {
    this.keep();
    for (const [seat, bets] of this.doubled(seats)) this.meant.set(seat, bets);
  }

  /** The last bets again, by seat. */
  repeated(seats) {
    const again = seats.map((seat) => [seat, { ...this.last.get(seat) ?? this.last.values().next().value }]);
    return again.filter(([, bets]) => sum(bets));
  }

  /** Twice what lies there, or twice the last bet; no more than the table takes. */
  doubled(seats) {
    const twice = (bets) => Object.fromEntries(
      Object.entries(bets).map(([name, cents]) => [name, Math.min(cents * 2, this.named(name).most_cents)]));
    const lies = (seat) => (sum(this.of(seat)) ? this.of(seat) : this.last.get(seat) ?? {});
    return seats.map((seat) => [seat, this.evened(twice(lies(seat)))]).filter(([, bets]) => sum(bets));
  }

  undo() {
    const before = this.steps.pop();
    if (before) this.meant = before;
  }

  remember() {
    const made = [...this.meant].filter(([, bets]) => sum(bets));
    if (made.length) this.last = new Map(made.map(([seat, bets]) => [seat, { ...bets }]));
    this.meant = new Map();
    this.steps = [];
  }

  /** The last bets of before, as far as they can be made here. */
  recall(last) {
    for (const [seat, bets] of last) {
      const offered = Object.entries(bets).filter(([name]) => this.named(name));
      if (offered.length) this.last.set(seat, Object.fromEntries(offered));
    }
  }

  /** Why a seat's chips are not a bet yet, or "". */
  fault(seat) {
    return this.faultOf(this.of(seat));
  }

  faultOf(bets) {
    if (!sum(bets)) return "";
    for (const wager of this.wagers) {
      const cents = bets[wager.name] ?? 0;
      if (wager.required && !cents) return `${wager.title} must be bet to play`;
      if (cents && cents < wager.least_cents) return `${wager.title}: ${money(wager.least_cents)} or more`;
      if (cents > wager.most_cents) return `${wager.title}: ${money(wager.most_cents)} at most`;
      if (cents % wager.step_cents) return `${wager.title}: multiples of ${money(wager.step_cents)}`;
    }
    return "";
  }

  set(seat, bets) {
    this.keep();
    const made = this.evened(bets);
    if (sum(made)) this.meant.set(seat, made);
    else this.meant.delete(seat);
  }

  /** Bets that must be equal are made so. */
  evened(bets) {
    const made = {};
    for (const wager of this.wagers) {
      const follows = wager.equals && (wager.required || bets[wager.name]);
      const cents = follows ? bets[wager.equals] ?? 0 : bets[wager.name] ?? 0;
      if (cents) made[wager.name] = cents;
    }
    return made;
  }

  /** The wager that a click on a spot is about: a required one that equals another stands for that other. */
  lead(name) {
    const wager = this.named(name);
    return wager.equals && wager.required ? this.lead(wager.equals) : wager;
  }

  /** The spots that a chip on this one goes on: it, and those that must equal it. */
  together(name) {
    const lead = this.lead(name);
    return this.wagers.filter((wager) => this.lead(wager.name) === lead);
  }

  placeName(wager) {
    const spots = this.together(wager.name).length;
    return spots > 1 ? `Each of the ${spots} spots` : wager.title;
  }

  named(name) {
    return this.wagers.find((wager) => wager.name === name);
  }

  keep() {
    this.steps.push(new Map([...this.meant].map(([seat, bets]) => [seat, { ...bets }])));
    if (this.steps.length > 50) this.steps.shift();
  }
}

/** Of bets by seat. */
export const sumOf = (bets) => bets.reduce((cents, [, each]) => cents + sum(each), 0);
export const sum = (bets) => Object.values(bets).reduce((cents, each) => cents + each, 0);
export const alike = (one, other) => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
};
const money = (cents) => `$${cents / 100}`;
