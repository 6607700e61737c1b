// The first round of a game, guided: one numbered card at a time, by what it talks about. What it says comes from the
// game's data and from the table as it is, so every game has a guide. Browsers remember whose first round was.

import { h } from "./dom.js";
import { dollars, signed } from "./money.js";
import { pace } from "./pace.js";
import { changed } from "./settings.js";
import { Shelf, forNow } from "./shelf.js";
import * as tape from "./tape.js";
import { cardName, handText, worded } from "./words.js";

const GAP = 12;      // pixels between a card of the guide and what it talks about
const NEVER = 1e6;   // the price of a pixel that must not be hidden
const FAR = 0.25;    // pixels that may be hidden for each that the card comes nearer
const NEVER_HIDDEN = "a, button, input, .card, .spot, .hand-text, .result, .made, .why, .remark, .dock-holder, aside";
const IN_THE_WAY = `${NEVER_HIDDEN}, .plate, .felt-print, .seat.other`;
const parts = (first, last, step) => Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);
const ACROSS = parts(0.02, 0.98, 0.04), DOWN = parts(0.1, 0.74, 0.04);  // of a window: where a card may lie
const shelf = new Shelf(() => localStorage, "houseway-guided");  // games that need no guide any more
let guided = [];

/** Another page, or the house for somebody who is kept, may have remembered more. */
function read() {
  const kept = shelf.read();
  if (Array.isArray(kept)) guided = kept;
}

read();
changed.addEventListener("change", read);

function remember(slugs) {
  guided = slugs;
  shelf.write(guided);
  changed.dispatchEvent(new Event("change"));
}

/** The next round of every game is guided like the first. */
export const guideAgain = () => remember([]);

export class Guide {
  constructor(table) {
    this.table = table;
    this.kept = forNow("guide", table.name);  // so that a reload goes on where it was
    const { told = [], kinds = [], played = false, owed = false, asking = false } = this.kept.read() ?? {};
    this.told = told;      // what was told of this round's first choice, and read
    this.played = played;  // whether a round was played under the guide
    this.owed = owed;      // whether the first round asked nothing: the choices of a later one are told yet
    this.asking = asking;  // whether choices are being told
    this.begun = null;     // the round that lay on the felt when the guide began
    this.ending = false;   // whether its result is being told
    this.kinds = kinds;    // of the cards that were shown: their numbers
    this.listener = (event) => event.key === "Escape" && this.step() && !document.querySelector("dialog[open]") && this.skip();
    addEventListener("keydown", this.listener);
    this.lay = "";  // where all that matters lay when the card was placed
    this.brought = "";  // the step and the window for which a spot was brought into sight
    this.crowded = "";  // the step and the window in which a card had no room
  }

  stop() {
    cancelAnimationFrame(this.following);
    removeEventListener("keydown", this.listener);
  }

  skip() {
    this.ending = this.owed = false;
    this.kinds = [];
    this.isOver();
  }

  /** This game needs no guide any more. */
  isOver() {
    this.played = false;
    this.told = [];
    this.asking = false;
    this.kept.write(this.owed ? { owed: true } : null);
    remember([...new Set([...guided, this.table.game.slug])]);
  }

  next(kind) {
    this.told = [...this.told, kind];
    this.keep();  // at once: a page that is reloaded before it is drawn goes on here too
    this.table.draw();
  }

  /** What to say now: { kind, at, text, rule, more, read, heard }, or null; what is heard already is only written. The
   * rule is what the game is about: it is told on every screen, `more` where there is room. */
  step() {
    const { table } = this;
    const { view, game } = table;
    if (!view.you || view.closed || table.news.told.length) return null;
    if (this.ending) return this.result();
    if (guided.includes(game.slug)) return this.owed ? this.later() : null;
    if (table.isAsked) return this.asked();
    if (!table.betting) return null;
    this.begun ??= view.round;
    this.played ||= view.round > this.begun && table.seatsInRound().length > 0;  // also where no choice came
    return this.played && table.roundShown ? this.result() : this.bet();
  }

  /** After a first round that asked nothing: the first choice that comes. */
  later() {
    if (this.table.isAsked) return this.asked();
    if (this.asking && this.table.betting) this.skip();
    return null;
  }

  bet() {
    const { table } = this;
    const { wagering, facts, game } = table;
    const [seat] = table.mySeats();
    if (!table.mayBet || wagering.lack() || table.seatOf(seat).ready) return null;
    const bets = wagering.bets.of(seat);
    const begins = Object.values(bets).some(Boolean) ? null : facts.wagers[0];  // any bet does where none must be made
    const missing = facts.wagers.find((wager) => wager.required && !bets[wager.name])
      ?? (facts.wagers.some((wager) => wager.required) ? null : begins);
    if (missing) {
      return { kind: "bet", at: `.own button.spot[data-wager="${missing.name}"]`, wager: missing.name,
        text: pressText(missing, seat, wagering),
        rule: begins ? worded(game, table.options, game.about) : "",
        more: missing.about && `${missing.title}: ${missing.about}` };
    }
    const free = facts.wagers.filter((wager) => !wager.required && !wager.toke && !bets[wager.name]);
    return { kind: "deal", at: ".deal", text: "Press Deal for the cards.",
      more: free.length ? `You may bet more first: ${free.map(({ name }) => game.wager(name).title).join(", ")}.` : "" };
  }

  /** Our choice. Before the first one the cards are told. */
  asked() {
    const { table } = this;
    const { game } = table;
    this.played = this.asking = true;
    const { seat, hand } = table.view.pending;
    const scene = tape.sceneOf(table.view.tape, game.totals);
    const made = handText(scene, seat, hand, scene.hands.get(tape.at(seat, hand)) ?? [], game);
    const count = table.acts().find((act) => act.way)?.picks.length;
    const house = houseText(scene, game.layout.community_title);
    const steps = [
      { kind: "mine", at: ".own .hand.active", text: made ? `You have ${made}.` : "These are your cards.",
        rule: worded(game, table.options, game.about), read: "Next" },
      house && { kind: "house", at: ".house", text: house, more: "", read: "Next" },
      { kind: "choice", at: ".acts", text: count && table.picked.size !== count ? `Pick ${count} of your cards, then choose.` : "Now choose.",
        more: "Each button says what it does; an amount in bold is what you put up with it." },
    ];
    return steps.find((each) => each && !this.told.includes(each.kind));
  }

  /** Once it is told, the guide is over: for this game it does not come again. */
  result() {
    const { table } = this;
    if (!table.betting || table.wagering.bets.total()) {
      this.ending = this.played = false;
      this.kinds = [];
      return null;
    }
    if (!this.ending) {
      this.ending = true;
      this.owed = !this.asking && table.game.acts.length > 0;
      this.isOver();
    }
    const net = table.net(table.seatsInRound());
    return { kind: "result", at: ".printed", text: `This round: ${net ? signed(net) : "even"}.`,
      more: "Why stands in the middle of the felt. Repeat and deal plays on; Rules tells the rest.", read: "Done", heard: true };
  }

  read(step) {
    if (step.kind !== "result") return this.next(step.kind);
    this.ending = false;
    this.kinds = [];
    this.table.draw();
  }

  /** Cards are numbered as they come: some games, and some players, need fewer of them. */
  numberOf({ kind }) {
    if (!this.kinds.includes(kind)) this.kinds.push(kind);
    this.keep();
    return this.kinds.indexOf(kind) + 1;
  }

  keep() {
    const { told, kinds, played, owed, asking } = this;
    if (!this.ending) this.kept.write({ told, kinds, played, owed, asking });
  }

  // --- drawing ---

  /** On a wide felt a card by what it talks about, with a ring around that. */
  onFelt() {
    this.shown = this.step();
    if (!this.shown || this.table.isNarrow) return null;
    const ring = h("div", { key: "guide-ring", class: "guide-ring", "aria-hidden": "true" });
    return [ring, this.crowded !== this.where() && this.card(this.shown, "card-by")];
  }

  /** On a narrow felt, and where a card has no room, a line above the dock. */
  aboveDock() {
    const step = this.step();
    return step && (this.table.isNarrow || this.crowded === this.where()) && this.card(step, "above");
  }

  where() {
    return `${this.shown.kind} ${this.shown.wager ?? ""} ${innerWidth} ${innerHeight}`;
  }

  card(step, kind) {
    const button = (label, onclick, kind = "") => h("button", { type: "button", key: label, class: `link ${kind}`, onclick }, label);
    return h("section", { key: "guide", class: `guide ${kind}`, "aria-label": "Guide", "data-step": step.kind },
      h("span", { class: "guide-number", "aria-hidden": "true" }, String(this.numberOf(step))),
      h("p", { role: step.heard ? null : "status" }, h("strong", {}, step.text), step.rule && ` ${step.rule}`,
        !this.table.isNarrow && step.more && h("span", { role: step.heard ? "status" : null }, ` ${step.more}`)),
      h("div", { class: "guide-ways" }, step.read && button(step.read, () => this.read(step)),
        step.kind !== "result" && button("Skip the guide", () => this.skip(), "skip")));
  }

  /** A spot to be pressed is brought into a window that is smaller than the felt, once: who scrolls on is left there. */
  bring() {
    const now = this.shown?.kind === "bet" ? this.where() : "";
    if (now === this.brought) return;
    this.brought = now;
    const spot = now && this.table.querySelector(this.shown.at)?.getBoundingClientRect();
    if (!spot) return;
    const low = this.table.querySelector(".dock-holder").getBoundingClientRect().top - GAP;
    const by = spot.top < GAP ? spot.top - GAP : Math.min(Math.max(0, spot.bottom - low), spot.top - GAP);
    if (by) scrollBy({ top: by, behavior: pace() ? "smooth" : "instant" });
  }

  /** While a card is shown it keeps to what it talks about, which may move or grow without the page being painted. */
  follow() {
    cancelAnimationFrame(this.following);
    this.bring();
    if (!this.shown || !this.table.querySelector(".guide-ring")) {
      this.lay = "";  // the next card is a new one, and lies nowhere yet
      return;
    }
    const lay = [this.shown.at, ".dock-holder", ".own-seats", ".guide.card-by"].map((each) => {
      const { left = 0, top = 0, width = 0, height = 0 } = this.table.querySelector(each)?.getBoundingClientRect() ?? {};
      return each === ".guide.card-by" ? [this.shown.kind, width, height] : [left, top, width, height];
    }).join();
    if (lay !== this.lay) this.place();
    this.lay = lay;
    this.following = requestAnimationFrame(() => this.follow());
  }

  /** The card goes where it hides nothing that is to be pressed or read, as little else as can be, and is near what it
   * talks about. Where there is no such place, it stands above the dock. */
  place() {
    const card = this.table.querySelector(".guide.card-by");
    const target = this.table.querySelector(this.shown.at);
    if (!target) return;  // nothing to point at
    const origin = this.table.getBoundingClientRect();
    const about = target.getBoundingClientRect();
    put(this.table.querySelector(".guide-ring"), about.left - origin.left - 4, about.top - origin.top - 4);
    size(this.table.querySelector(".guide-ring"), about.width + 8, about.height + 8);
    if (!card) return;
    const { width, height } = card.getBoundingClientRect();
    const others = [...this.table.querySelectorAll(IN_THE_WAY)].filter((each) => !card.contains(each))
      .map((each) => ({ box: each.getBoundingClientRect(), weight: each.matches(NEVER_HIDDEN) ? NEVER : 1 }));
    others.push({ box: about, weight: 1 });
    const hidden = (place) => others.reduce((sum, { box, weight }) => sum + weight * overlap(place, box), 0);
    const priced = (place) => ({ place, price: hidden(place) + FAR * distance(place, about) });
    const best = places(about, width, height).map(priced).reduce((least, each) => (each.price < least.price ? each : least));
    put(card, best.place.left - origin.left, best.place.top - origin.top);
    card.classList.toggle("without-room", best.price >= NEVER);
    if (best.price < NEVER) return;
    this.crowded = this.where();
    this.table.draw();
  }
}

function pressText({ name, title }, seat, { bets, chip }) {
  const spots = bets.together(name).length;
  const each = spots > 1 ? `: ${dollars(chip)} on each of ${spots} spots` : "";
  return `Press ${title} on the felt to bet ${dollars(bets.wouldBet(seat, name, chip))}${each}.`;
}

function houseText(scene, title) {
  const cards = (hand) => tape.cardsAt(scene, tape.HOUSE, hand);
  const open = (some) => some.filter((card) => card !== tape.UNSEEN).map(cardName).join(", ");
  const [dealer, community] = [cards(tape.DEALER), cards(tape.COMMUNITY)];
  const later = [dealer.length && !open(dealer) && "dealer's", community.length && !open(community) && title.toLowerCase()].filter(Boolean);
  const parts = [
    open(dealer) && `The dealer shows the ${open(dealer)}.`,
    open(community) && `On the felt for everyone: ${open(community)}.`,
    later.length && `The ${later.join(" and ")} cards are turned later.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Beside, above and below a box, moved into the window; then all over the window. */
function places(about, width, height) {
  const [middle, centre] = [about.top + (about.height - height) / 2, about.left + (about.width - width) / 2];
  const found = [
    [about.right + GAP, middle], [about.left - GAP - width, middle], [centre, about.top - GAP - height], [centre, about.bottom + GAP],
    [about.right - width, about.top - GAP - height], [about.left, about.top - GAP - height],
    ...ACROSS.flatMap((part) => DOWN.map((down) => [part * (innerWidth - width), down * innerHeight])),
  ];
  const within = (at, most) => Math.max(GAP, Math.min(at, most - GAP));
  return found.map(([left, top]) => {
    const [x, y] = [within(left, innerWidth - width), within(top, innerHeight - height)];
    return { left: x, top: y, right: x + width, bottom: y + height };
  });
}

function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

const distance = (one, other) =>
  Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom);

const pixels = (node, name, length) => node.style.setProperty(name, `${Math.round(length)}px`);

function put(node, left, top) {
  pixels(node, "left", left);
  pixels(node, "top", top);
}

function size(node, width, height) {
  pixels(node, "width", width);
  pixels(node, "height", height);
}
