// A recalled round drawn: all seats on the felt, the steps, the record beside it.

import { known } from "./api.js";
import { settingsDialog } from "./dialogs.js";
import { button } from "./dock.js";
import { classes, h } from "./dom.js";
import { dollars, signed } from "./money.js";
import { reportOf } from "./paper.js";
import { netOf } from "./purse.js";
import { remarkOf } from "./remarks.js";
import { rulingText } from "./ruling.js";
import { againFrom, analysis, progress, trialDock, turnOf } from "./review_page.js";
import { holderView, houseHand, ownSeat } from "./seats.js";
import * as tape from "./tape.js";
import { timeText } from "./when.js";
import { explained, upTo, whyView } from "./why.js";
import { chosenBy, chooser } from "./words.js";

const LINKS = 10;  // to the last rounds

export function roundPage(page) {
  return [
    bar(page),
    page.round.departs && h("p", { class: "banner departs", key: "departs", role: "note" }, page.round.departs),
    h("main", { class: "table-page round-page", key: "round" }, felt(page), record(page)),
    h("div", { class: "dock-holder", key: "dock", role: "region", "aria-label": "Step by step" }, page.review.trial ? trialDock(page) : [progress(page), steps(page)]),
  ];
}

function bar({ round, table, numbers }) {
  const link = (label, href) => h("a", { class: "link", href, key: label }, label);
  return h("header", { class: "bar", key: "bar" },
    h("a", { class: "brand", href: "/" }, "houseway"),
    h("h1", {}, `${round.title}, round ${round.round}`),
    h("nav", { "aria-label": "Rounds" },
      link("Lobby", "/"),
      round.round > 1 && link("Earlier", `/round/${table}/${round.round - 1}`),
      numbers.includes(round.round + 1) && link("Later", `/round/${table}/${round.round + 1}`),
      link("To the table", `/table/${table}`),
      wayBack(round, link),
      h("button", { type: "button", class: "link", key: "own", onclick: () => settingsDialog(false) }, "Settings")));
}

/** Staff came from their own pages. */
function wayBack({ table, round }, link) {
  const { role } = known() ?? {};
  if (role === "supervisor") return link("House", `/house?table=${table}`);
  return role === "auditor" && link("Audit", `/audit?table=${table}&view=rounds&round=${round}`);
}

function felt(page) {
  const { round, game } = page;
  const { layout } = game;
  const trial = page.review.trial?.answer;
  const whys = trial ? trial.why : upTo(round.why, page.at);
  const told = tape.sceneOf(page.rows, game.totals, trial ? Infinity : round.corrected);
  const scene = explained(told, whys, trial ? whys : whys.slice(-1));
  const remark = remarkOf(scene, game, round.options);
  const size = { "--felt": layout.felt, "--places": String(Math.max(layout.dealer + layout.community, 5)) };
  return h("div", { class: "felt recalled", key: "felt", style: size, tabindex: "0", role: "region", "aria-label": "The felt" },
    h("div", { class: "middle" },
      h("div", { class: "house" },
        houseHand(scene, tape.DEALER, { title: layout.dealer_title, places: layout.dealer, game }),
        houseHand(scene, tape.COMMUNITY, { title: layout.community_title, places: layout.community, game }),
        holderView(scene), h("span", { class: "shoe", "aria-hidden": "true" })),
      trial && whyView(whys, trial.tape, ({ hand }) => (hand ? `Hand ${hand + 1}` : "")),
      remark && h("p", { class: `remark ${remark.kind}`, key: "remark" }, remark.text),
      h("div", { class: "own-seats all-seats" }, round.seats.map((each) => seatOf(page, each, scene)))));
}

function seatOf(page, { seat, name, wagers }, scene) {
  const { round, game, at, end, review } = page;
  const used = game.wagers.filter((wager) => wagers[wager.name] || wager.placed === false);
  return ownSeat({
    game, scene, seat,
    options: round.options,
    offered: new Set(),
    shownWagers: new Set(used.map((wager) => wager.name)),
    title: `Seat ${seat}, ${name}`,
    inRound: true,
    net: netOf(game, page.rows, [seat]),
    over: review.trial?.answer ? !review.pending : at === end,
    bets: {},
    ...turnOf(page, seat),
  });
}

function record(page) {
  const { round } = page;
  const step = (i) => h("li", { key: i, class: classes(i < page.at ? "past" : "to-come", i === page.step && "now") },
    h("button", { type: "button", class: "step", onclick: () => page.go(page.after(i)) }, page.news[i]));
  return h("aside", { class: "side-panel", key: "side", "aria-label": "The record" },
    analysis(page),
    h("section", { class: "panel calls", key: "calls" }, h("h2", {}, "Step by step"),
      h("ol", { tabindex: "0", "aria-label": "Steps" }, page.stops.map(step))),
    h("section", { class: "panel", key: "players" }, h("h2", {}, "Chips"),
      h("table", { class: "chips-table" }, h("tbody", {}, round.players.map((each) => h("tr", { key: each.player },
        h("th", { scope: "row" }, each.name), h("td", {}, change(each))))))),
    round.choices.length > 0 && h("section", { class: "panel", key: "choices" }, h("h2", {}, "Choices"),
      h("ul", { class: "choices-made" }, round.choices.map((each, i) =>
        h("li", { key: i }, choiceText(page, each, i))))),
    round.rulings.length + round.aftermath.length > 0 && h("section", { class: "panel", key: "rulings" },
      h("h2", {}, "Irregularities"), h("ul", { class: "choices-made" },
        round.rulings.map((each, i) => h("li", { key: `r${i}` }, rulingText(each))),
        round.aftermath.map(({ said }, i) => h("li", { key: `a${i}` }, said)))),
    mayHaveReport(round) && h("section", { class: "panel", key: "report" }, h("h2", {}, "Report"),
      h("p", { class: "quiet" }, "All that a dispute needs, with every check, as a document."),
      h("a", { class: "button", href: reportOf(round), download: "" }, "Download PDF")),
    h("section", { class: "panel promise", key: "promise" }, h("h2", {}, "The shuffle"),
      promise(page), h("code", { class: "hash" }, round.shuffle.commitment)));
}

/** Staff have every round's, a player their own. */
function mayHaveReport({ players }) {
  const { role, id } = known() ?? {};
  return ["supervisor", "auditor"].includes(role) || players.some((each) => each.player === id);
}

/** A choice as the dealer told it, by the cards it was about; the tape has one row for each. */
function choiceText(page, { seat, hand, title, act, by }, number) {
  const rows = [...page.news.keys()].filter((i) => page.round.tape[i][0] === tape.CHOOSE);
  return page.news[rows[number]] || `${chooser(page.who(seat, hand), by)}: ${title ?? act}${chosenBy(by)}`;
}

function change({ cents_before: before, cents_bought: bought, cents_after: after, cents_corrected: corrected }) {
  if (after === null) return "in play";
  return `${dollars(before)} ${signed(after - before - bought)}${corrected ? `, corrected ${signed(corrected)}` : ""}`;
}

export function promise({ round, checked }) {
  const { revealed, discarded } = round.shuffle;
  if (!revealed) {
    return h("p", { class: "quiet" }, discarded
      ? `These cards were thrown away on ${timeText(discarded.at)}: ${discarded.reason}. Their order is never shown.`
      : "These cards are still in use. When they are used up, the order can be checked.");
  }
  if (!checked) return h("p", { class: "quiet" }, "Checking …");
  const { kept, inOrder, cards } = checked;
  const verdict = !kept ? "The order is NOT the one that was promised."
    : !inOrder ? "The order is the one promised, but the cards were not dealt in it."
      : "Checked in this browser: the order is the one promised before the bets, "
        + `and the ${cards} cards were dealt in that order.`;
  return h("p", { class: classes("check", kept && inOrder ? "right" : "wrong") }, verdict);
}

function steps(page) {
  const { at, end, table, number, numbers, review } = page;
  const link = (each) => h("a", {
    key: each, class: classes("link", each === number && "here"), href: `/round/${table}/${each}`,
    "aria-current": each === number ? "page" : null,
  }, String(each));
  return h("div", { class: "dock stepping", role: "group", "aria-label": "Steps" },
    button("Start", { onclick: () => page.go(0), disabled: at === 0 }),
    button("Back", { hot: "b", onclick: () => page.back(), disabled: at === 0 }),
    button(page.playing ? "Pause" : "Play back", { hot: "p", kind: "primary", onclick: () => page.playOrPause() }),
    button("Next", { hot: "n", onclick: () => page.next(), disabled: at === end }),
    button("End", { onclick: () => page.go(end), disabled: at === end }),
    h("p", { class: "said", role: "status" }, page.news[page.step]),
    page.isNarrow && againFrom(review, review.choiceAt(at)),
    h("nav", { class: "rounds", "aria-label": "Last rounds" }, numbers.slice(0, LINKS).map(link)));
}
