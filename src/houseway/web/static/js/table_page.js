// A table drawn: bar, felt, side panel and dock, each from what the table knows.

import { known } from "./api.js";
import { bigWinView } from "./big_win.js";
import { spokenView } from "./caller.js";
import { atStake, buyIn, leave, sitDown } from "./chair.js";
import { amountsOf, buyInDialog, leaveDialog, paysDialog, rulesDialog, settingsDialog } from "./dialogs.js";
import { bettingDock, button, changedDock, choiceDock, guestDock, waitingDock } from "./dock.js";
import { classes, h } from "./dom.js";
import { actKept, betKept, whileLost } from "./lost.js";
import { metersView } from "./meters.js";
import { dollars, signed } from "./money.js";
import { SKIP } from "./pace.js";
import { unitBet } from "./practice.js";
import { feltPrints } from "./prints.js";
import { remarkOf } from "./remarks.js";
import { leftMs, ring } from "./ring.js";
import { tokesSince } from "./purse.js";
import { holderView, houseHand, otherSeat, ownSeat } from "./seats.js";
import { sentence } from "./sentence.js";
import { settings } from "./settings.js";
import { isMissed, shutDock } from "./shut.js";
import { sidePanel } from "./side.js";
import { onFelt, putOffText } from "./sitting.js";
import { stayBanner } from "./staying.js";
import * as tape from "./tape.js";
import { verdictView } from "./verdict.js";
import { coversText, wholeLine } from "./whole.js";
import { explained, upTo, whyView } from "./why.js";
import { actText, explain } from "./words.js";

const NARROW = 700;  // pixels: here many cards of the house are drawn with a large index only
const OFFERED = 3;  // amounts to buy in for, where one must
const STRIP = { tabindex: "0", role: "group", "aria-label": "The seats" };  // it scrolls sideways, also by key
const INVITATION = "Choose a chip, then the spots to bet on";

export function tablePage(table) {
  const { view } = table;
  const state = {
    "aria-busy": String(!table.stage.caughtUp), "data-version": String(view.version), "data-round": String(view.round),
  };
  return [
    bar(table),
    table.isNarrow && banners(table),
    h("main", { class: "table-page", key: "table", ...state }, felt(table), sidePanel(table, !table.isNarrow && banners(table))),
    table.guide.onFelt(),
    dockHolder(table),
    spokenView(table.caller),
    h("div", { class: "for-readers", key: "time", role: "status" }, table.timeCaller.spoken),
  ];
}

/** What must be seen before all else. A wide felt has no room to give: there they stand beside it. */
const banners = (table) => [
  lineBanner(table),
  table.view.departs && h("p", { class: "banner departs", key: "departs", role: "note" }, table.view.departs),
];

/** No line, no news: said at once, with what happens meanwhile. Only the first words are read out. */
function lineBanner(table) {
  const { lineState: { reason }, line } = table;
  if (!table.isCutOff && !table.isShut) return null;
  const told = whileLost({
    view: table.view, facts: table.facts, game: table.game, ahead: table.ahead, since: line.since,
    seats: table.seatsInRound(), placed: onFelt(table.view),
  });
  if (table.isShut) {
    return h("div", { class: "banner cut-off", key: "lost" }, h("strong", { role: "alert" }, sentence(reason)),
      isMissed(table.lineState, table.view) && ` ${told.join(" ")}`);
  }
  const seconds = Math.floor((Date.now() - line.since) / 1000);
  return h("div", { class: "banner cut-off", key: "lost" },
    h("strong", { role: "alert" }, reason ? `The house says: ${reason}.` : "The connection is lost."),
    ` Trying again${seconds > 0 ? `, for ${seconds} s so far` : ""}. ${told.join(" ")}`);
}

const LINES = { connecting: "connecting", open: "connected", lost: "offline", refused: "closed" };

function bar({ name, view, facts, game, lineState }) {
  const link = (label, onclick) => h("button", { type: "button", class: "link", onclick }, label);
  return h("header", { class: "bar", key: "bar" },
    h("a", { class: "brand", href: "/" }, "houseway"),
    h("h1", {}, facts.title),
    h("nav", { "aria-label": "About this table" },
      h("a", { class: "link", href: "/" }, "Lobby"),
      link("Rules", () => rulesDialog(game, facts.options)),
      link("Pays", () => paysDialog(name)),
      h("a", { class: "link", href: `/sign/${name}` }, "Sign"),
      h("a", { class: "link", href: `/round/${name}/${Math.max(view.round, 1)}` }, "Rounds"),
      link("Settings", () => settingsDialog(view.practice))),
    h("a", { class: "link", href: "/you" }, "You"),
    h("span", { class: classes("line", lineState.state), role: "img", "aria-label": `Line: ${LINES[lineState.state]}`, title: `Line: ${LINES[lineState.state]}` }),
    ["lost", "refused"].includes(lineState.state) && h("span", { class: "line-word", "aria-hidden": "true" }, LINES[lineState.state]));
}

// --- the felt ---

function felt(table) {
  const { view, game, facts } = table;
  const { layout } = game;
  const whys = table.roundShown ? upTo(view.why, table.stage.shown) : [];
  const scene = explained(tape.sceneOf(table.roundShown ? table.stage.rows : [], game.totals), whys);
  const mine = table.mySeats();
  const [right, own, left] = aroundTable(view.seats, mine);
  const narrow = table.isNarrow;
  const design = innerWidth < NARROW && layout.dealer + layout.community > 5 ? "small" : "full";
  const remark = remarkOf(scene, game, table.options, (seat) => table.isOwn(seat));
  const size = { "--felt": layout.felt, "--places": String(Math.max(layout.dealer + layout.community, 5)) };
  const kind = mine.length ? `own-${mine.length}` : "watching";
  const drawn = (who) => (mine.includes(who.seat) ? ownOf(table, who.seat, scene) : other(table, who, scene));
  const onclick = ({ target }) => target.closest("button, a") || table.show.wave();
  return h("div", { class: classes("felt", kind), key: "felt", style: size, onclick },
    h("div", { class: "side right", key: "right", ...(narrow ? STRIP : {}) }, narrow ? strip(view.seats, mine, drawn) : right.map(drawn)),
    h("div", { class: "middle", key: "middle" },
      h("div", { class: "house" },
        houseHand(scene, tape.DEALER, { title: layout.dealer_title, places: layout.dealer, game, design }),
        houseHand(scene, tape.COMMUNITY, { title: layout.community_title, places: layout.community, game, design }),
        holderView(scene), tokeBox(table), h("span", { class: "shoe", "aria-hidden": "true" })),
      metersView(table),
      h("div", { class: "printed" }, whys.length ? null : h("p", { class: "motto" }, facts.felt.motto),
        whyView(whys.filter(({ wager }) => !game.wagers[wager].toke), table.stage.tape, (each) => whyName(table, each)),
        remark && h("p", { class: `prints remark ${remark.kind}` }, remark.text)),
      h("div", { class: "own-seats" }, own.filter((who) => !narrow || mine.includes(who.seat)).map(drawn)),
      feltPrints(facts.felt)),
    h("div", { class: "side left", key: "left" }, narrow ? null : left.map(drawn)),
    table.show.big && table.roundShown && view.you && bigWinView(table.show.big, () => table.show.close()));
}

/** A hand among several of ours, and the bet where several games are played on the same cards. */
function whyName(table, { seat, hand, wager, text }) {
  const several = table.mySeats().length > 1 || table.view.why.some((each) => each.hand > 0);
  const own = table.who(seat, hand).replace(/^You(, |$)/, "") || `hand ${hand + 1}`;
  const { title } = table.game.wagers[wager];
  const games = table.facts.wagers.filter((each) => each.required && !each.equals).length;
  return [several && own[0].toUpperCase() + own.slice(1), games > 1 && !text.includes(title) && title].filter(Boolean).join(", ");
}

/** What the dealers have been given, where bets are made for them; as far as the round has been dealt on this page. */
function tokeBox({ view, facts, game, stage }) {
  if (!facts.wagers.some((wager) => wager.toke)) return null;
  const cents = view.tokes - tokesSince(game, stage.tape, stage.shown);
  return h("p", { class: "tokes", key: "tokes", "data-cents": String(cents) }, "Dealers' tokes ", h("strong", {}, dollars(cents)));
}

/** The seats as one looks at the dealer, who numbers them from the left: those before one's own lie on the right, those
 * after it on the left. The document has all of them in the order of the deal. */
function aroundTable(seats, mine) {
  const half = Math.ceil(seats.length / 2);
  const [first, last] = mine.length ? [Math.min(...mine), Math.max(...mine)] : [half + 1, half];
  return [
    seats.filter(({ seat }) => seat < first),
    seats.filter(({ seat }) => seat >= first && seat <= last),
    seats.filter(({ seat }) => seat > last),
  ];
}

/** On a narrow screen the other seats are one strip, in which a mark stands where one sits oneself. */
function strip(seats, mine, drawn) {
  const you = (seat) => h("span", { key: `here-${seat}`, class: "own-place" }, h("small", {}, `Seat ${seat}`), "You");
  return seats.map((who) => (mine.includes(who.seat) ? you(who.seat) : drawn(who)));
}

function ownOf(table, seat, scene) {
  const { view, game, facts, wagering } = table;
  const pending = table.isAsked && view.pending.seat === seat ? view.pending : null;
  const picking = pending && table.acts().some((act) => act.way);
  const offered = new Set(facts.wagers.map((wager) => wager.name));
  const arising = game.wagers.filter((wager) => wager.placed === false).map((wager) => wager.name);
  const place = { more: (name) => wagering.add(seat, name), less: (name) => wagering.remove(seat, name) };
  return ownSeat({
    game, scene, seat, offered,
    options: table.options,
    shownWagers: new Set([...offered, ...arising]),
    title: table.mySeats().length > 1 ? `Seat ${seat}, you` : `${view.you.name}, seat ${seat}`,
    inRound: table.roundShown && table.seatsInRound().includes(seat),  // who sat down since was not dealt to
    net: table.net([seat]),
    over: table.betting,
    bets: wagering.bets.of(seat),
    turn: Boolean(pending),
    hand: pending?.hand,
    pick: picking ? { picked: table.picked, toggle: (number) => table.togglePick(number) } : null,
    place: table.mayBet ? place : null,
    meant: table.isNarrow && table.guide.step()?.wager,  // a wide felt has the guide's ring
  });
}

function other(table, who, scene) {
  const { view, facts } = table;
  const mayAdd = !view.you || table.mySeats().length < facts.hands_a_player;
  const mayTake = !who.player && !view.closed && !table.isShut && mayAdd && known()?.role === "player";
  return otherSeat({
    scene, who,
    seat: who.seat,
    game: table.game,
    net: table.net([who.seat]),
    inRound: table.roundShown && table.wasDealtTo(who.seat),
    turn: table.stage.caughtUp && view.pending?.seat === who.seat,
    sit: mayTake ? () => sitDown(table, "", who.seat) : null,
  });
}

// --- the dock ---

function dockHolder(table) {
  const drawn = dock(table);
  const which = { choosing: table.choiceNow(), betting: table.view.round };  // a round without a choice leaves the bets lying there
  table.deadTime.settle(`${drawn.key} ${which[drawn.key] ?? ""}`);
  return h("div", { class: "dock-holder", key: "dock", role: "region", "aria-label": "Bets and choices", tabindex: "-1", "data-settled": String(table.settled) },
    table.guide.aboveDock(), table.isNarrow && judged(table),
    table.idle && stayBanner(table.idle, table.ahead, () => table.line.here()), drawn);
}

/** On a narrow screen the verdict on a choice, and the wait for it, stand above the dock: what lies below is not seen. */
function judged({ view, practice, game }) {
  if (!view.practice) return null;
  if (practice.told) return h("div", { class: "judged", key: "judged" }, verdictView(practice.told, game, view.round));
  return practice.waits && h("p", { class: "judged working", key: "judged" },
    h("span", { role: "status" }, "Working out the values"), `: ${practice.waitText()}`);
}

function dock(table) {
  const { view, facts } = table;
  if (table.isShut) return shutDock(table);
  if (!view.you) {
    return guestDock({
      name: known()?.name ?? "", kept: known()?.kept, sit: (name) => sitDown(table, name), full: view.seats.every((each) => each.player),
      closed: view.closed, facts, farewell: table.putOff ? putOffText(table.putOff, table.farewell) : table.farewell, purse: view.practice ? undefined : table.purse,
    });
  }
  if (view.closed) {
    const told = [`The table is closed. ${sentence(view.closed)}`, houseSays(table)];
    return waitingDock(told.filter(Boolean).join(" "), null, leaving(table));
  }
  if (table.isAsked) return choosing(table);
  if (table.news.told.length) {
    return changedDock({ changes: table.news.told, seen: () => table.agree(), balance: balance(table.chips(), leaving(table)) });
  }
  if (table.betting) return betting(table);
  const who = view.pending && table.stage.caughtUp && table.who(view.pending.seat, view.pending.hand);
  const clock = who ? decisionClock(table) : null;
  const skip = !table.stage.caughtUp && button("Skip", { hot: SKIP, kind: "skip", onclick: () => table.show.skip() });
  return waitingDock(who ? `${who} is choosing` : "The cards are dealt", clock, balance(table.chips(), leaving(table)), skip);
}

const decisionClock = ({ view, facts, ahead }) => ring(view.pending.until, facts.clocks_s.decision, ahead);

function choosing(table) {
  const { view, practice } = table;
  const { seat, hand } = view.pending;
  const acts = table.acts();
  const wanted = view.practice && settings.hints === "before";
  const found = wanted ? practice.of({ seat, hand, since: table.since }) : null;
  const hints = found?.acts.length ? found : null;
  const several = table.mySeats().length > 1 || hand > 0;
  return choiceDock({
    acts, hints,
    hinted: wanted,
    prices: view.pending.prices,
    best: hints?.acts[0]?.act,
    cards: table.cardsOf(seat, hand),
    choose: (act) => table.choose(act),
    busy: Boolean(table.choosing),
    picked: table.picked,
    pickCount: acts.find((act) => act.way)?.picks.length ?? 0,
    typed: table.keys.typed,
    clock: decisionClock(table),
    title: `Your turn${several ? ` for ${table.who(seat, hand).replace("You, ", "")}` : ""}`,
    unit: unitBet(table, seat),
    whole: hints && wholeLine(table.game, hints),
    covers: hints && coversText(table.game, hints),
    balance: balance(table.chips()),
    kept: table.isCutOff && actKept(table.choosing ? actText(table.choosing, table.cardsOf(seat, hand)) : "", table.facts, !leftMs(view.pending.until, table.ahead)),
  });
}

function betting(table) {
  const { view, facts, wagering } = table;
  const total = wagering.bets.total();
  const outdated = total ? "" : wagering.outdated();
  const last = wagering.hasLast() && !outdated;
  const ready = table.seatOf(table.mySeats()[0]).ready && !wagering.untold;
  const chips = wagering.purse - total;
  const lack = wagering.lack();
  const buy = (cents) => buyIn(table, cents);
  const told = lack ? `${lack}${total ? ` ${dollars(total)} stays on the felt.` : ""}` : (ready ? "Waiting for the other players"
    : wagering.fault() || (total ? wagering.onFeltText() : ""));
  const lost = table.isCutOff && betKept(table.line.commandMs / 1000);
  const result = !lost && !total && (!told || lack) && lastRound(table);
  const says = !lost && !total && houseSays(table);
  const amounts = amountsOf(facts, Math.max(wagering.lacking, wagering.least) - wagering.purse).slice(0, OFFERED);
  return bettingDock({
    chips: wagering.chips,
    chip: wagering.chip,
    goes: wagering.chipGoes(),
    pickChip: (worth) => {
      wagering.chip = worth;
      table.draw();
    },
    bets: total,
    can: { undo: wagering.bets.steps.length > 0, ...wagering.can(), why: lack || wagering.outdated() },
    doing: wagering,
    offer: lack && { amounts, buy },
    note: lost || told || outdated || (result || says ? "" : INVITATION),
    says, result,
    clock: view.betting_until ? ring(view.betting_until, facts.clocks_s.betting, table.ahead) : null,
    deal: {
      do: () => wagering.deal(), disabled: wagering.dealing || ready || (!total && (Boolean(lack) || !last)),
      label: !total && last ? "Repeat and deal" : "Deal",
    },
    balance: balance(chips, leaving(table)),
  });
}

function balance(chips, more = null) {
  return h("div", { class: "balance", key: "balance", "data-cents": String(chips) },
    h("span", {}, "Chips"), h("strong", {}, dollars(chips)), more);
}

/** What the house made known since the last round was dealt: it stands until the next bet. */
const houseSays = ({ view }) => view.notice_stands && view.notice.split("\n").map(sentence).join(" ");

/** How the last round ended for us, for as long as it lies on the felt. */
function resultOf(table) {
  const scene = tape.sceneOf(table.stage.rows, table.game.totals);
  return table.seatsInRound().flatMap((seat) => explain(table.game, table.options, scene, seat)).join(" · ");
}

/** The result with the net, which on a small screen lies out of sight on the felt. */
function lastRound(table) {
  const told = resultOf(table);
  const cents = table.net(table.seatsInRound());
  const tone = cents > 0 ? "gain" : cents < 0 ? "loss" : "even";
  return told && [h("strong", { key: "net", class: classes("net-said", tone) }, cents ? signed(cents) : "Even"), " ", unbroken(told)];
}

/** A text whose sums stay in one piece where a line ends: a minus must not stand alone. */
const unbroken = (text) => text.split(/([−+]?\$[\d,.]*\d)/).map((part, i) => (i % 2 ? h("span", { class: "sum" }, part) : part));

function leaving(table) {
  const { view } = table;
  const going = table.seatOf(table.mySeats()[0]).leaving;
  const go = () => {
    const stake = atStake(table);
    return stake ? leaveDialog({ ...stake, leave: () => leave(table) }) : leave(table);
  };
  return h("span", { class: "leaving" },
    h("button", { type: "button", class: "link", onclick: () => buyInDialog(table.facts, (cents) => buyIn(table, cents), view.practice) }, "Buy in"),
    h("button", { type: "button", class: "link", disabled: going, onclick: go }, going ? "Leaving" : "Leave"));
}
