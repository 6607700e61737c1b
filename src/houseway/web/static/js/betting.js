// Chips on their way to the house: what the player means to bet is told as soon as it is a bet, one telling at a time.

import { alike, Bets, sum, sumOf } from "./bets.js";
import { KEYS } from "./dock.js";
import { dollars, rack, usualChip } from "./money.js";
import { forLater } from "./shelf.js";
import { onFelt } from "./sitting.js";
import { sound } from "./sound.js";
import { DEAL, STAKE } from "./tape.js";
import { toast } from "./toast.js";

const TELL_MS = 350;  // after the last chip

export class Betting {
  constructor(table, { wagers, set_up: setUp }) {
    this.table = table;
    this.setUp = setUp;  // what the bets are made under: the house refuses them under any other
    this.bets = new Bets(wagers);
    this.placed = new Map();  // seat: the bets that the house has
    this.chips = rack(wagers);
    this.chip = usualChip(this.chips);
    this.shelf = forLater("bet", table.name);
    this.recalled = false;  // whether the last bet of before a reload was looked for
    this.lacking = 0;       // cents of a bet for which there are not chips enough
    this.telling = null;
    this.untold = false;
    this.joins = new Set();  // progressives that every bet of ours is on
    this.joined = new Map();  // seat: those of them that the house has
  }

  /** Be in a progressive, or not any more; bets that lie there are told again. */
  join(name) {
    if (!this.joins.delete(name)) this.joins.add(name);
    this.changed();
  }

  /** The progressives that a bet can be on: those with its wager. */
  joinsOf(wagers) {
    const there = this.table.view.progressives ?? [];
    return there.filter(({ name, wager }) => this.joins.has(name) && wagers[wager]).map(({ name }) => name);
  }

  /** The same at a table that was changed. The house gave back what lay on the felt; the last bet is kept. */
  under(facts) {
    clearTimeout(this.timer);
    const made = new Betting(this.table, facts);
    made.bets.recall(this.bets.last);
    return made;
  }

  get seats() {
    return this.table.mySeats();
  }

  /** After a reload, or when bets came back, the house knows best what lies there. */
  hear(view) {
    this.recall(view);
    if (this.telling || this.untold) return;
    for (const { seat, bets, you } of view.seats) {
      if (!you) continue;
      this.placed.set(seat, bets);
      if (!this.bets.fault(seat)) this.bets.adopt(seat, bets);
    }
  }

  nextRound() {
    this.bets.remember();
    this.lacking = 0;
    this.placed.clear();
    this.joined.clear();
    const player = this.table.view.you?.id;
    if (player) this.shelf.write({ player, last: [...this.bets.last] });
  }

  /** The last bet is the player's own, and outlives a reload; on another browser it is read off the round on the felt. */
  recall({ you, owners, tape }) {
    if (this.recalled || !you) return;
    this.recalled = true;
    if (this.bets.last.size) return;
    const kept = this.shelf.read();
    this.bets.recall(kept?.player === you.id ? kept.last : lastOf(owners, tape, you.id, this.table.game));
  }

  /** What there is to bet with, what lies on the felt already included. */
  get purse() {
    return this.table.chips() + onFelt(this.table.view);
  }

  /** The least that a round costs here. */
  get least() {
    const lead = (wager) => (wager.equals ? this.bets.wagers.find(({ name }) => name === wager.equals) : wager);
    const needed = this.bets.wagers.filter((wager) => wager.required);
    if (!needed.length) return Math.min(...this.bets.wagers.filter((wager) => !wager.toke).map((wager) => wager.least_cents));
    return needed.reduce((cents, wager) => cents + lead(wager).least_cents, 0);
  }

  /** What must be bought in to bet, in words; "" where the chips do. */
  lack() {
    const needs = Math.max(this.lacking, this.least);
    if (this.purse >= needs) return "";
    const why = this.lacking ? `That bet is ${dollars(this.lacking)}` : `The least bet is ${dollars(needs)}`;
    return `${why}; you have ${dollars(this.purse)}.`;
  }

  /** What the chip in hand puts up where it goes on several spots at once: {text, over}; null where it goes on one. */
  chipGoes() {
    const lead = this.bets.wagers.find((wager) => wager.required && this.bets.together(wager.name).length > 1);
    if (!lead) return null;
    const spots = this.bets.together(lead.name).length;
    const [cents, left] = [this.bets.wouldBet(this.seats[0], lead.name, this.chip), this.purse - this.bets.total()];
    const full = this.seats.every((seat) => (this.bets.of(seat)[lead.name] ?? 0) + this.chip > lead.most_cents);
    const over = full ? `; a spot takes ${dollars(lead.most_cents)} at most` : cents > left ? `; you have ${dollars(left)}` : "";
    return { text: `${dollars(this.chip)} on each of ${spots} spots: ${dollars(cents)}${over}`, over: Boolean(over) };
  }

  /** What lies on the felt, in words. */
  onFeltText() {
    const total = this.bets.total();
    const made = this.seats.flatMap((seat) => Object.entries(this.bets.of(seat)).filter(([, cents]) => cents));
    const alike = made.every(([name, cents]) => cents === made[0][1] && this.bets.together(name).length > 1);
    return `On the felt: ${dollars(total)}${alike ? `, ${dollars(made[0][1])} on each of ${made.length} spots` : ""}`;
  }

  fault() {
    return this.seats.map((seat) => this.bets.fault(seat)).find(Boolean) ?? "";
  }

  hasLast() {
    return [...this.bets.last.values()].some((bets) => sum(bets));
  }

  /** Why the last bet is none at this table any more, in words; "" where it may be made again. */
  outdated() {
    const again = this.bets.repeated(this.seats);
    const fault = again.map(([, bets]) => this.bets.faultOf(bets)).find(Boolean);
    return fault ? `Your last bet of ${dollars(sumOf(again))} is not within the limits now. ${fault}` : "";
  }

  /** Whether the last bet can be made again or doubled. Where chips lack, and that is told, not what they do not cover. */
  can() {
    const within = (bets) => sumOf(bets) > 0 && (!this.lack() || sumOf(bets) <= this.purse);
    return { repeat: !this.outdated() && within(this.bets.repeated(this.seats)), double: within(this.bets.doubled(this.seats)) };
  }

  // --- chips ---

  add(seat, name) {
    const reason = this.bets.add(seat, name, this.chip);
    if (reason) toast(reason);
    else sound("chip");
    this.changed();
  }

  remove(seat, name) {
    this.bets.remove(seat, name, this.chip);
    this.changed();
  }

  undo() {
    this.bets.undo();
    this.changed();
  }

  clear() {
    this.bets.clear(this.seats);
    this.changed();
  }

  repeat() {
    if (this.outdated()) return;
    this.bets.repeat(this.seats);
    this.changed();
  }

  double() {
    this.bets.double(this.seats);
    this.changed();
  }

  /** A bet that the chips do not cover is taken off again, and a buy-in is offered. */
  isCovered() {
    const total = this.bets.total();
    const isCovered = total <= this.purse;
    this.lacking = isCovered ? 0 : total;
    if (!isCovered) this.bets.undo();
    return isCovered;
  }

  /** A key of the bets; whether it was one. */
  press(letter) {
    const doing = Object.keys(KEYS).find((name) => KEYS[name] === letter);
    const chip = this.chips[Number(letter) - 1];
    if (doing) this[doing]();
    else if (chip) this.chip = chip;
    return Boolean(doing || chip);
  }

  // --- telling ---

  changed() {
    if (!this.isCovered()) {
      this.table.draw();
      return;
    }
    this.untold = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.table.attempt(() => this.tell()), TELL_MS);
    this.table.draw();
  }

  async tell() {
    clearTimeout(this.timer);
    if (this.telling) return this.telling;
    this.telling = this.tellEach();
    try {
      await this.telling;
    } catch (refusal) {
      for (const seat of this.seats) this.bets.adopt(seat, this.placed.get(seat) ?? {});
      throw refusal;
    } finally {
      this.telling = null;
      this.untold = false;
    }
  }

  async tellEach() {
    const { line } = this.table;
    for (const seat of this.seats) {
      while (!alike(this.wanted(seat), this.placed.get(seat) ?? {}) || !this.hasJoined(seat)) {
        const wagers = this.wanted(seat);
        const joins = this.joinsOf(wagers);
        const said = { seat, wagers, set_up: this.setUp, ...(joins.length && { joins }) };
        await (sum(wagers) ? line.say("bet", said) : line.say("take_back", { seat }));
        this.placed.set(seat, wagers);
        this.joined.set(seat, joins);
      }
    }
  }

  /** Whether the house has the bets of a seat on the progressives that are meant. */
  hasJoined(seat) {
    return String(this.joinsOf(this.wanted(seat))) === String(this.joined.get(seat) ?? []);
  }

  /** What the house should have: chips that are not a bet yet stay with us. */
  wanted(seat) {
    return this.bets.fault(seat) ? {} : { ...this.bets.of(seat) };
  }

  /** Deal as far as we are concerned; with nothing on the felt, with the last bet again. */
  async deal() {
    if (!this.table.mayBet || this.dealing || !this.table.deadTime.hears()) return;
    if (!this.bets.total() && this.outdated()) return;
    if (!this.bets.total()) this.bets.repeat(this.seats);
    if (!this.isCovered()) {
      this.table.draw();
      return;
    }
    const fault = this.fault();
    if (fault) {
      toast(fault);
      return;
    }
    this.dealing = true;
    await this.table.attempt(async () => {
      await this.tell();
      await this.table.line.say("ready", { set_up: this.setUp });
    });
    this.dealing = false;
    this.table.draw();
  }
}

/** What a player bet in a round before its cards: [seat, bets by wager]. */
function lastOf(owners, tape, player, game) {
  const dealt = tape.findIndex(([verb]) => verb === DEAL);
  const stakes = tape.slice(0, Math.max(dealt, 0)).filter(([verb, seat]) => verb === STAKE && owners[seat - 1] === player);
  const bets = new Map();
  for (const [, seat, , wager, cents] of stakes) bets.set(seat, { ...bets.get(seat), [game.wagers[wager].name]: cents });
  return [...bets];
}
