// A drill drawn: the choice on the felt, the acts, and what they are worth once one is chosen.

import { spokenView } from "./caller.js";
import { rulesDialog, settingsDialog } from "./dialogs.js";
import { KEYS, button, choiceDock, value, waitingDock } from "./dock.js";
import { classes, h } from "./dom.js";
import { feltPrints } from "./prints.js";
import { remarkOf } from "./remarks.js";
import { houseHand, ownSeat } from "./seats.js";
import * as tape from "./tape.js";
import { actView } from "./verdict.js";

const NARROW = 700;  // pixels: here many cards of the house are drawn with a large index only
const WORTH_SHOWN = 6;

export function drillPage(drill) {
  return [
    bar(drill),
    h("main", { class: "table-page", key: "drill", "data-drill": drill.spot.id }, felt(drill), side(drill)),
    h("div", { class: "dock-holder", key: "dock", role: "region", "aria-label": "Your choice", tabindex: "-1" }, dock(drill)),
    spokenView(drill.caller),
  ];
}

/** While the first choice is looked for: some seconds where rules are to be compiled, and one may leave meanwhile. */
export function waitingPage(drill, ...said) {
  return [bar(drill), h("main", { class: "page", key: "waiting" }, said.length ? said : looking(drill))];
}

const LOOKING = "Rounds are dealt and each choice in them is worked out, until one comes where a mistake is easy. The first one of a "
  + "game often takes some seconds, on a busy machine a minute or more; the next ones come at once.";

/** The seconds count, so that nobody takes the page for dead; they are not read out. */
function looking({ since }) {
  const seconds = Math.floor((Date.now() - since) / 1000);
  return [
    h("p", { key: "looking", role: "status" }, "Looking for a hard choice …"),
    h("p", { key: "what", class: "quiet" }, LOOKING),
    h("p", { key: "so-far", class: "quiet so-far" }, seconds > 0 ? `${seconds} s so far` : ""),
  ];
}

function bar({ game, slug, spot, table }) {
  const link = (label, onclick) => h("button", { type: "button", class: "link", onclick }, label);
  const door = (label, href) => h("a", { class: "link", href }, label);
  return h("header", { class: "bar", key: "bar" },
    h("a", { class: "brand", href: "/" }, "houseway"),
    h("h1", {}, game ? `Drill: ${game.title}` : "Drill"),
    h("nav", { "aria-label": "About this drill" },
      door("Lobby", "/"),
      table && door("To the table", `/table/${encodeURIComponent(table)}`),
      game && link("Rules", () => rulesDialog(game, spot?.options ?? {})),
      door("Strategy", `/lab/${encodeURIComponent(slug)}/strategy`),
      link("Settings", () => settingsDialog(false))));
}

function felt(drill) {
  const { game, spot, practice } = drill;
  const { layout } = game;
  const scene = tape.sceneOf(spot.tape, game.totals);
  const design = innerWidth < NARROW && layout.dealer + layout.community > 5 ? "small" : "full";
  const size = { "--felt": layout.felt, "--places": String(Math.max(layout.dealer + layout.community, 5)) };
  const remark = remarkOf(scene, game, spot.options);
  const asked = !practice.told;
  const picking = asked && drill.acts().some((act) => act.way);
  const used = game.wagers.filter((wager) => spot.wagers[wager.name] || wager.placed === false);
  return h("div", { class: "felt own-1", key: "felt", style: size },
    h("div", { class: "side left" }),
    h("div", { class: "middle" },
      h("div", { class: "house" },
        houseHand(scene, tape.DEALER, { title: layout.dealer_title, places: layout.dealer, game, design }),
        houseHand(scene, tape.COMMUNITY, { title: layout.community_title, places: layout.community, game, design }),
        h("span", { class: "shoe", "aria-hidden": "true" })),
      h("div", { class: "printed" }, h("p", { class: "motto" }, spot.felt.motto),
        remark && h("p", { class: `prints remark ${remark.kind}` }, remark.text)),
      h("div", { class: "own-seats" }, ownSeat({
        game, scene, seat: spot.seat, options: spot.options,
        offered: new Set(),
        shownWagers: new Set(used.map((wager) => wager.name)),
        title: "You",
        inRound: true,
        over: false,
        bets: {},
        turn: asked,
        hand: spot.hand,
        pick: picking ? { picked: drill.picked, toggle: (number) => drill.togglePick(number) } : null,
      })),
      feltPrints(spot.felt)),
    h("div", { class: "side right" }));
}

// --- beside the felt ---

function side(drill) {
  const { choices, missed, lost } = drill.practice.score;
  const figure = (title, text) => h("div", {}, h("dt", {}, title), h("dd", {}, text));
  return h("aside", { class: "side-panel", key: "side", "aria-label": "Score and worth" },
    h("section", { class: "panel practice", key: "score" }, h("h2", {}, "Hard choices"),
      h("p", { class: "quiet" }, "Only choices where the best act is a little better than the next, "
        + "or where the basic strategy misses it."),
      h("dl", { class: "score" },
        figure("Choices", String(choices)), figure("Best", String(choices - missed)),
        figure("Given away", `$${(lost / 100).toFixed(2)}`)),
      choices > 0 && h("button", { type: "button", class: "link", onclick: () => drill.startAgain() },
        "Start the score again")),
    drill.practice.told && worth(drill));
}

function worth({ game, spot, practice }) {
  const named = (name) => actView(game.acts.find((act) => act.name === name), heldIn(spot));
  const { act: chosen, best } = practice.told;
  const shown = spot.values.filter(({ act }, i) => i < WORTH_SHOWN || act === chosen);
  return h("section", { class: "panel", key: "worth" }, h("h2", {}, "What each choice is worth"),
    h("table", { class: "worths" }, h("tbody", {}, shown.map(({ act, value: bets }) =>
      h("tr", { key: act, class: classes(act === best && "best", act === chosen && "chosen") },
        h("th", { scope: "row" }, named(act), act === chosen && h("span", { class: "tag" }, "yours")),
        h("td", {}, value(bets, spot.unit_cents)))))),
    shown.length < spot.values.length
      && h("p", { class: "quiet", key: "more" }, `${spot.values.length - shown.length} more are worth less.`),
    spot.basic_errs && h("p", { class: "quiet", key: "basic" }, "The basic strategy misses this one."));
}

// --- the dock ---

function dock(drill) {
  const { spot, practice } = drill;
  if (drill.dealing) return waitingDock("Looking for a hard choice", null);
  if (practice.told) return verdict(drill);
  const acts = drill.acts();
  return choiceDock({
    acts,
    hints: null,
    choose: (act) => drill.choose(act),
    cards: heldIn(spot),
    picked: drill.picked,
    pickCount: acts.find((act) => act.way)?.picks.length ?? 0,
    typed: drill.keys.typed,
    clock: null,
    title: spot.hand ? `Your choice for hand ${spot.hand + 1}` : "Your choice",
    unit: spot.unit_cents,
  });
}

const heldIn = ({ tape: rows, seat, hand }) => tape.cardsAt(tape.sceneOf(rows), seat, hand);

function verdict(drill) {
  const { act, best, cost, cents, wrong } = drill.practice.told;
  const named = (name) => actView(drill.game.acts.find((each) => each.name === name), heldIn(drill.spot));
  const price = [` costs ${cost.toFixed(3)} bets ($${(cents / 100).toFixed(2)}). Best was: `, named(best), "."];
  return h("div", { class: "dock verdict", key: "verdict", role: "group", "aria-label": "Your choice, judged" },
    h("p", { class: classes("said told", wrong ? "wrong" : "right") },
      named(act), wrong ? price : " is the best choice."),
    button("Next", { hot: KEYS.deal, kind: "primary", onclick: () => drill.next() }));
}
