// The dock below the felt: chips while bets are made, acts when it is your turn, and a way to sit down.

import { chipView } from "./chips.js";
import { classes, h } from "./dom.js";
import { dollars, purseText, rack, usualChip } from "./money.js";
import { sentence } from "./sentence.js";
import { actView } from "./verdict.js";
import { cardFace } from "./words.js";

// Keys of the bets. None is the key of an act: whoever presses one too late does nothing.
export const KEYS = { undo: "u", clear: "c", repeat: "e", double: "x", deal: "g" };
const SAFEST = /^(stand|decline|leave|let|keep|check)/;  // acts that put up no more and give nothing up

const ROOM = "\u00a0";  // for a value that is not here yet

const key = (name) => h("kbd", { "aria-hidden": "true" }, name);

export function button(label, { hot = null, onclick, disabled = false, kind = "", why = "" }) {
  const props = { type: "button", key: `button-${label}`, class: classes("button", kind), onclick, disabled, title: (disabled && why) || null };
  return h("button", { ...props, "aria-keyshortcuts": hot }, label, hot && key(hot));
}

export function bettingDock({ chips, chip, goes, pickChip, bets, can, doing, deal, note, says, result, offer, clock, balance }) {
  const choice = (worth, i) => h("button", {
    key: `chip-${worth}`, type: "button", role: "radio", class: "chip-choice", "aria-checked": String(worth === chip),
    "aria-label": `${dollars(worth)} chip`, "aria-keyshortcuts": String(i + 1), onclick: () => pickChip(worth),
  }, chipView(worth));
  return h("div", { class: "dock betting", key: "betting", role: "group", "aria-label": "Your bets" },
    h("div", { class: "rack" },
      h("div", { class: "rack-chips", role: "radiogroup", "aria-label": "Chip to place", "aria-describedby": goes && "goes" }, chips.map(choice)),
      goes && h("p", { key: "goes", id: "goes", class: classes("goes", goes.over && "over") }, goes.text)),
    h("div", { class: "tools" },
      button("Undo", { hot: KEYS.undo, onclick: () => doing.undo(), disabled: !can.undo }),
      button("Clear", { hot: KEYS.clear, onclick: () => doing.clear(), disabled: !bets }),
      button("Repeat", { hot: KEYS.repeat, onclick: () => doing.repeat(), disabled: !can.repeat, why: can.why }),
      button("Double", { hot: KEYS.double, onclick: () => doing.double(), disabled: !can.double, why: can.why })),
    h("p", { class: "said" }, says && h("strong", { key: "says", class: "says" }, says, " "), result, result && note && ". ", h("span", { key: "note", role: "status" }, note)),  // the result was spoken as it came
    offer && h("div", { class: "offer", key: "offer", role: "group", "aria-label": "Buy in" }, offer.amounts.map((cents) =>
      button(`Buy in ${dollars(cents)}`, { kind: "primary", onclick: () => offer.buy(cents) }))),
    h("div", { class: "go" }, clock, balance,
      h("button", {
        type: "button", key: "deal", class: "button primary deal", onclick: deal.do, disabled: deal.disabled,
        "aria-keyshortcuts": KEYS.deal,
      }, deal.label, key(KEYS.deal))));
}

/** The acts of a choice. Acts that name cards are grouped by their way: cards are picked first. The safest act lies in
 * the corner where Deal was, for whoever clicks once too often. Where hints come (`hinted`) they find their room: no button
 * moves under a finger. */
export function choiceDock(
  { acts, prices = {}, hints, hinted = false, best, choose, busy = false, cards = [], whole = "", covers = "", picked, pickCount, typed, clock, title, unit, balance = null, kept = "" },
) {
  const values = new Map((hints?.acts ?? []).map(({ act, value }) => [act, value]));
  const ways = [...new Set(acts.filter((act) => act.way).map((act) => act.way))];
  const offered = [
    ...acts.filter((act) => !act.way).map((act) => ({ act, like: act, label: act.title })),
    ...ways.map((way) => ({ act: actOfWay(acts, way, picked), like: acts.find((act) => act.way === way), label: way })),
  ].map((each) => ({ ...each, safe: SAFEST.test(each.like.name) }));
  const corner = offered.findLast((each) => each.safe);
  const shown = (each, kind = "") =>
    actButton({ ...each, kind, busy, price: prices[each.like.name], worth: values.get(each.act?.name), hinted, best, unit, choose });
  return h("div", { class: classes("dock choosing", hinted && "hinted"), key: "choosing", role: "group", "aria-label": "Your choice" },
    h("div", { class: "turn-note" }, clock, balance, h("p", {}, h("strong", {}, title),
      ways.length > 0 && h("span", { class: "how" }, pickText(acts, picked, pickCount, cards)),
      typed && h("span", { class: "typed" }, `Typed: ${typed}`),
      hints && ways.length > 0 && h("span", { class: "best-of" },
        "Best: ", actView(acts.find((act) => act.name === best), cards), `: ${value(values.get(best), unit)}`),
      whole && h("span", { class: "whole" }, whole),
      covers && h("span", { class: "covers" }, covers),
      kept && h("span", { class: "kept", role: "status" }, kept))),
    h("div", { class: "acts" },
      offered.filter((each) => each !== corner).map((each) => shown(each)),
      corner ? shown(corner, "corner") : h("span", { key: "gap", class: "corner gap" })));
}

function pickText(acts, picked, count, cards) {
  if (picked.size === count) return `Picked: ${[...picked].sort().map((place) => cardFace(cards[place - 1])).join(" ")}`;
  return [`Pick ${count} cards, then choose`, h("span", { class: "by-key" }, `; or type ${acts[0].key}, a${acts[0].key} …`)];
}

/** The act of a way for the cards that are picked, or for the cards that are left. */
export function actOfWay(acts, way, picked) {
  const mine = acts.filter((act) => act.way === way);
  const size = mine[0].picks.length;
  if (picked.size !== size) return null;
  const exact = mine.find((act) => act.picks.every((place) => picked.has(place)));
  return exact ?? mine.find((act) => act.picks.every((place) => !picked.has(place))) ?? null;
}

/** An act with what it does and costs. `like` has the same line and price, also while no cards are picked. */
function actButton({ act, like, label, kind, busy, price, worth, hinted, best, unit, choose }) {
  const [named, valued, does] = ["name", "worth", "does"].map((part) => `act-${like.name}-${part}`);
  return h("button", {
    key: `act-${like.name}`, type: "button", class: classes("button act", kind, act && act.name === best && "best"), disabled: !act || busy,
    "aria-keyshortcuts": act?.key ?? null, "data-act": act?.name ?? null,
    "aria-labelledby": worth === undefined ? named : `${named} ${valued}`, "aria-describedby": does,
    onclick: () => choose(act),
  },
  h("span", { class: "act-name", id: named }, label, act && key(act.key)),
  (hinted || worth !== undefined) && h("span", { class: "worth", id: valued }, value(worth, unit) || ROOM),
  h("span", { class: "does", id: does }, price > 0 && h("strong", { class: "price" }, `${dollars(price)} more`), like.about));
}

/** A value in bets, and in money at the size of this bet. */
export function value(bets, unit) {
  if (bets === undefined) return "";
  const sign = bets > 0 ? "+" : bets < 0 ? "−" : "";
  const text = `${sign}${Math.abs(bets).toFixed(3)}`;
  return unit ? `${text} (${sign}$${Math.abs((bets * unit) / 100).toFixed(2)})` : text;
}

/** `mine` lies at the left: a second press where Deal was finds at most Skip, which chooses nothing. */
export function waitingDock(text, clock, mine, skip = null) {
  return h("div", { class: "dock waiting", key: "waiting" }, mine, clock, h("p", { role: "status" }, text), skip);
}

/** The table is not what it was: that must be seen before the next bet. */
export function changedDock({ changes, seen, balance }) {
  return h("div", { class: "dock changed", key: "changed", role: "group", "aria-label": "The table was changed" },
    h("div", { class: "news", role: "alert" }, h("strong", {}, "The table was changed"),
      h("ul", {}, changes.map((change) => h("li", { key: change }, change)))),
    h("div", { class: "go" }, balance,
      h("button", { type: "button", key: "seen", class: "button primary seen", onclick: seen }, "I have seen it")));
}

/** Somebody whom the house knows by a passphrase sits down by that name; everybody else may choose one here. */
export function guestDock({ name, kept, sit, full, closed, facts, farewell, purse }) {
  const submit = (event) => {
    event.preventDefault();
    sit(new FormData(event.target).get("name"));
  };
  return h("form", { class: "dock guest", key: "guest", onsubmit: submit },
    farewell && h("p", { class: "farewell", key: "farewell", role: "status" }, farewell),
    h("p", {}, closed ? `This table is closed. ${sentence(closed)}` : `${full ? "Every seat is taken. " : ""}You are watching.`),
    !closed && !full && [
      kept ? h("span", { key: "as" }, "You play as ", h("a", { href: "/you" }, name)) : h("label", { key: "name" }, "Your name ",
        h("input", { name: "name", required: true, maxlength: 24, autocomplete: "nickname", value: name })),
      h("button", { key: "sit", class: "button primary" }, `Sit down with ${dollars(openingBuyIn(facts))}`),
      purse !== undefined && h("span", { key: "purse", class: "quiet purse" }, purseText(purse)),
    ],
    farewell && h("a", { key: "lobby", class: "button to-lobby", href: "/" }, "To the lobby"));
}

/** A comfortable stack: twenty hands with the chip that lies ready on everything, as far as the table sells it. */
export function openingBuyIn(facts) {
  const [least, most] = facts.buy_in;
  const chip = usualChip(rack(facts.wagers));
  const bet = (wager) => Math.max(wager.least_cents, Math.min(chip, wager.most_cents));
  const hand = facts.wagers.filter((wager) => !wager.toke).reduce((cents, wager) => cents + bet(wager), 0);
  const wanted = Math.ceil((hand * 20) / 10000) * 10000;
  return Math.min(Math.max(wanted, least), most);
}
