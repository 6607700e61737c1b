// What a dealer's hands can do now: first at whose place, then what. Places have figures, deeds have letters. Cards of
// a hand that is set are picked on the felt; what is paid or taken may be cut in chips.

import { button } from "/js/dock.js";
import { classes, h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { isNarrow } from "/js/narrow.js";
import * as tape from "/js/tape.js";
import { Cutting } from "./forms.js";
import { nameOf } from "./steps.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ALOUD = "aloud";
const ORDER = "8091234567";  // figures of places, as they stand side by side
const OF_NO_HAND = new Set(["no_more_bets", "checked", "lammers_in", "void", "clear", "close", "rule", "count_rack", "spread", "shuffle", "open", "sign"]);
const SETS = "house_way";  // the deed whose cards are picked
const WITH_CHIPS = new Map([["pay", "Pay it"], ["take", "Take it"], ["count_rack", "So much"]]);
const GROUPS = {  // what a dealer's hands are at
  Cards: new Set(["deal_up", "deal_down", "turn", "move", "discard", "house_way", "checked", "spread", "shuffle"]),
  Chips: new Set(["take", "push", "pay", "back", "lammer", "lammers_in", "count_rack"]),
};
const SAID = "Words";

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

  /** Where something can be done: what is said to all, the house's hands, the seats hand by hand. */
  places() {
    const found = [...new Set(this.offered.map(placeOf))];
    const all = found.map((place) => ({ place, key: keyOf(place), title: titleOf(this.game, place) }));
    return all.sort((one, other) => ORDER.indexOf(one.key) - ORDER.indexOf(other.key) || one.place.localeCompare(other.place));
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
      this.cutting = Object.assign(new Cutting({ tape: [], form: {} }, (cents) => this.send(ofAmount(deed.key, cents)), this.redraw), { deed, verb: WITH_CHIPS.get(deed.kind) });
      this.redraw();
    } else this.send(deed.key);
  }

  press(letter) {
    if (this.cutting) return false;
    const places = this.places().filter(({ key }) => key === letter);
    if (places.length) {  // once more: the next hand of the seat
      const at = places.findIndex(({ place }) => place === this.place);
      this.go(places[(at + 1) % places.length].place);
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
      this.cutting ? this.cut() : this.inGroups());
  }

  /** All deeds of a place, or on a phone those of one group. */
  inGroups() {
    const all = this.here().map((deed, i) => ({ deed, i, group: groupOf(deed) }));
    const groups = [...Object.keys(GROUPS), SAID].filter((group) => all.some((each) => each.group === group));
    const open = groups.includes(this.group) ? this.group : groups[0];
    const shown = isNarrow() ? [open] : groups;
    const tab = (group) => h("button", { key: group, type: "button", class: "link", "aria-pressed": String(group === open), onclick: () => this.look(group) }, group);
    return [
      isNarrow() && groups.length > 1 && h("div", { class: "groups", key: "groups", role: "group", "aria-label": "What with" }, groups.map(tab)),
      h("div", { class: "deeds-here", key: "deeds" }, shown.map((group) => {
        const own = all.filter((each) => each.group === group);
        return h("div", { key: group, class: "answers", role: "group", "aria-label": group, style: { "flex-grow": String(own.length + 1) } },
          own.map(({ deed, i }) => this.deedView(deed, i)));
      })),
    ];
  }

  look(group) {
    this.group = group;
    this.redraw();
  }

  deedView(deed, i) {
    const key = LETTERS[i];
    return h("button", {
      key: deed.key, type: "button", class: "button answer deed", "data-deed": deed.key, "aria-keyshortcuts": key ?? null,
      disabled: Boolean(deed.ways) && this.picked.size !== deed.places.length, onclick: () => this.do(deed),
    }, key && h("kbd", { "aria-hidden": "true" }, key), h("span", {}, withoutPlace(deed), deed.amounts.length > 0 && " …"));
  }

  cut() {
    const { deed } = this.cutting;
    return h("div", { class: "cutting-deed", key: "cutting" }, h("p", {}, h("strong", {}, deed.words), ": how much?"),
      h("div", { class: "answers", role: "group", "aria-label": "Likely amounts" }, deed.amounts.map((cents) => h("button", {
        key: cents, type: "button", class: "button", "data-amount": cents, onclick: () => this.send(ofAmount(deed.key, cents)) }, dollars(cents)))),
      this.cutting.draw(), button("Not now", { onclick: () => this.wave() }));
  }
}

const groupOf = ({ kind }) => Object.keys(GROUPS).find((group) => GROUPS[group].has(kind)) ?? SAID;

/** Whose place it is stands above: it is only read out. */
function withoutPlace({ words, seat, hand }) {
  const found = seat !== tape.HOUSE && new RegExp(`,? ?(?:(?:to|of|by|for) )?seat ${seat}(?: hand ${hand + 1})?(?! hand|\\d)`).exec(words);
  if (!found) return words;
  const rest = words.slice(found.index + found[0].length);
  return [words.slice(0, found.index), h("span", { class: "for-readers" }, found[0]), rest];
}

/** The figure of a place: seats have their own. */
function keyOf(place) {
  const [whose, number] = place.split(".");
  if (whose === ALOUD) return "8";
  return whose === "seat" ? number : Number(number) === tape.COMMUNITY ? "9" : "0";
}

function placeOf({ kind, seat, hand }) {
  if (OF_NO_HAND.has(kind)) return ALOUD;
  return seat === tape.HOUSE ? `house.${hand}` : `seat.${seat}.${hand}`;
}

function titleOf(game, place) {
  if (place === ALOUD) return "To all";
  const { seat, hand } = handAt(place);
  return nameOf(game, seat, hand);
}

/** The hand at a place; none where it is said to all. */
export function handAt(place) {
  const [whose, ...numbers] = place.split(".");
  if (whose === ALOUD || !place) return null;
  const [seat, hand] = whose === "house" ? [tape.HOUSE, ...numbers] : numbers;
  return { seat: Number(seat), hand: Number(hand) };
}

/** A deed of chips with so many cents: "pay:2:0:ante:1500:". */
const ofAmount = (key, cents) => key.split(":").map((part, i) => (i === 4 ? String(cents) : part)).join(":");
