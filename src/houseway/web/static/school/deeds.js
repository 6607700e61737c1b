// What a dealer's hands can do now: first at whose place, then what. Places have figures, deeds have letters. Cards of
// a hand that is set are picked on the felt; what is paid or taken may be cut in chips.

import { button } from "/js/dock.js";
import { classes, h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import * as tape from "/js/tape.js";
import { Cutting } from "./forms.js";
import { nameOf } from "./steps.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ALOUD = "aloud";
const OF_NO_HAND = new Set(["no_more_bets", "checked", "lammers_in", "void", "rule"]);
const SETS = "house_way";  // the deed whose cards are picked
const WITH_CHIPS = new Set(["pay", "take"]);

export class Deeds {
  constructor(game, redraw, send) {
    Object.assign(this, { game, redraw, send });
    this.place = "";
    this.offered = [];
    this.picked = new Set();
    this.cutting = null;
  }

  /** What can be done now; where the dealer's hands were they stay, if there is something to do. */
  offer(offered) {
    this.offered = offered;
    this.picked.clear();
    this.cutting = null;
    if (!this.places().some(({ place }) => place === this.place)) this.place = this.places()[0]?.place ?? "";
  }

  /** Where something can be done: what is said to all, the house's hands, the seats with all their hands. */
  places() {
    const found = [...new Set(this.offered.map(placeOf))];
    const all = found.map((place) => ({ place, key: keyOf(place), title: titleOf(this.game, place) }));
    return all.sort((one, other) => order(one.key) - order(other.key));
  }

  here() {
    const here = this.offered.filter((deed) => placeOf(deed) === this.place);
    const set = here.filter((deed) => deed.kind === SETS && deed.places.length);
    const plain = here.filter((deed) => !set.includes(deed));
    return set.length ? [...plain, { ...set[0], key: SETS, ways: set, words: `Set the hand with ${set[0].places.length} picked cards` }] : plain;
  }

  /** The hand whose cards are picked, with what picks them. */
  get pick() {
    const set = this.here().find((deed) => deed.ways);
    return set && { seat: set.seat, hand: set.hand, pick: { picked: this.picked, toggle: (number) => this.toggle(number, set) } };
  }

  toggle(number, { places }) {
    if (!this.picked.delete(number)) {
      if (this.picked.size >= places.length) this.picked.delete(this.picked.values().next().value);
      this.picked.add(number);
    }
    this.redraw();
  }

  go(place) {
    if (!this.places().some((each) => each.place === place)) return;
    this.place = place;
    this.cutting = null;
    this.picked.clear();
    this.redraw();
  }

  do(deed) {
    if (deed.ways) {
      const way = deed.ways.find(({ places }) => places.length === this.picked.size && places.every((place) => this.picked.has(place + 1)));
      if (way) this.send(way.key);
    } else if (WITH_CHIPS.has(deed.kind) && deed.amounts.length) {
      this.cutting = Object.assign(new Cutting({ tape: [], form: {} }, (cents) => this.send(ofAmount(deed.key, cents)), this.redraw), { deed });
      this.redraw();
    } else this.send(deed.key);
  }

  press(letter) {
    if (this.cutting) return false;
    const place = this.places().find(({ key }) => key === letter);
    if (place) {
      this.go(place.place);
      return true;
    }
    const deed = this.here()[LETTERS.indexOf(letter)];
    if (deed) this.do(deed);
    return Boolean(deed);
  }

  /** Escape: no chips are cut after all. */
  wave() {
    this.cutting = null;
    this.redraw();
  }

  draw() {
    return h("div", { class: "deeds" },
      h("div", { class: "places", role: "group", "aria-label": "Where" }, this.places().map(({ place, key, title }) => h("button", {
        key: place, type: "button", class: classes("button place-choice", place === this.place && "here"), "aria-pressed": String(place === this.place),
        "aria-keyshortcuts": key, onclick: () => this.go(place),
      }, title, h("kbd", { "aria-hidden": "true" }, key)))),
      this.cutting ? this.cut() : h("div", { class: "answers deeds-here", role: "group", "aria-label": titleOf(this.game, this.place) },
        this.here().map((deed, i) => this.deedView(deed, i))));
  }

  deedView(deed, i) {
    const key = LETTERS[i];
    return h("button", {
      key: deed.key, type: "button", class: "button answer deed", "data-deed": deed.key, "aria-keyshortcuts": key ?? null,
      disabled: Boolean(deed.ways) && this.picked.size !== deed.places.length, onclick: () => this.do(deed),
    }, key && h("kbd", { "aria-hidden": "true" }, key), h("span", {}, deed.words, deed.amounts.length > 0 && " …"));
  }

  cut() {
    const { deed } = this.cutting;
    return h("div", { class: "cutting-deed", key: "cutting" }, h("p", {}, h("strong", {}, deed.words), ": how much?"),
      h("div", { class: "answers", role: "group", "aria-label": "Likely amounts" }, deed.amounts.map((cents) => h("button", {
        key: cents, type: "button", class: "button", "data-amount": cents, onclick: () => this.send(ofAmount(deed.key, cents)) }, dollars(cents)))),
      this.cutting.draw(), button("Not now", { onclick: () => this.wave() }));
  }
}

/** The figure of a place: seats have their own. */
function keyOf(place) {
  if (place === ALOUD) return "8";
  return place === `house.${tape.COMMUNITY}` ? "9" : place.startsWith("house") ? "0" : place.slice("seat.".length);
}

const order = (key) => ["8", "0", "9", "1", "2", "3", "4", "5", "6", "7"].indexOf(key);

function placeOf({ kind, seat, hand }) {
  if (OF_NO_HAND.has(kind)) return ALOUD;
  return seat === tape.HOUSE ? `house.${hand}` : `seat.${seat}`;
}

function titleOf(game, place) {
  if (place === ALOUD) return "To all";
  const [whose, number] = place.split(".");
  return whose === "house" ? nameOf(game, tape.HOUSE, Number(number)) : `Seat ${number}`;
}

/** A deed of chips with so many cents: "pay:2:0:ante:1500:". */
const ofAmount = (key, cents) => key.split(":").map((part, i) => (i === 4 ? String(cents) : part)).join(":");
