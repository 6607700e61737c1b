// One table in full: who sits there, what is in force, what it kept, its machine, its money and what befell it.

import { known } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { closeTable, endSession, removeBot, reopenTable, retireTable, seatBot, voidRound } from "./actions.js";
import { aheadText } from "./ahead.js";
import { configure } from "./configure.js";
import { correctRound } from "./corrections.js";
import { openAgain } from "./opening.js";
import { holdTable } from "./hold.js";
import { button, count, figures, inWords, pairs, panel, sentence, timeText } from "./parts.js";
import { progressives } from "./progressives.js";
import { ruleOn } from "./rulings.js";
import { bringCards, shuffler } from "./shuffler.js";
import { labelOf, oddsText } from "./words.js";

export function detail(table, { game, hold, ahead, links, done }) {
  const titles = new Map(game.wagers.map((wager) => [wager.name, wager.title]));
  const titleOf = (name) => titles.get(name) ?? labelOf(name);
  return h("section", { class: "detail", key: "detail", tabindex: "-1", "aria-labelledby": "detail-title" },
    head(table, game),
    known().role === "supervisor" && acts(table, game, hold, done),
    ahead && panel("Who is ahead", aheadText(ahead)),
    links.length > 0 && panel("Progressives", progressives(table, links, done)),
    panel("Hold against theory", holdTable(hold, game)),
    h("div", { class: "panels" },
      h("div", { class: "half" },
        panel("At the table", seats(table, done)),
        panel("In force", inForce(table, titleOf)),
        panel("Log", log(table))),
      h("div", { class: "half" },
        panel("Limits", limits(table, titleOf)),
        panel("Shuffler", shuffler(table)),
        panel("Ledger", ledger(table)))));
}

function head(table, game) {
  const { role } = known();
  const said = table.closed || table.notice;
  const [last] = table.incidents;
  const about = last?.kind === "voided" && last.reason === said ? `Round ${count(last.round)} is void: ` : "";
  const door = (title, href) => h("a", { class: "link", key: title, href }, title);
  return h("header", { class: "detail-head" },
    h("div", {},
      h("h2", { id: "detail-title" }, table.config.title),
      h("p", { class: "quiet" }, `${game.title}, table ${table.table}, ${table.rounds ? `round ${count(table.rounds)}` : "no round yet"}`)),
    h("nav", { "aria-label": "This table" },
      !table.retired && door("Watch", `/table/${table.table}`),
      table.rounds > 0 && door("Last round", `/round/${table.table}/${table.rounds}`),
      role === "auditor" && door("Events", `/audit?table=${table.table}`),
      !table.retired && door("Posting sign", `/sign/${table.table}`)),
    table.departs && h("p", { class: "departs", key: "departs" }, table.departs),
    byPage(table),
    said && h("p", { class: classes("said", table.closed && "bad") },
      `${table.retired ? "Retired: " : table.closed ? "Closed: " : about}${sentence(said)}`));
}

/** What a page has changed holds at a restart too, and the house file says otherwise: whoever reads the file must know. */
function byPage({ changed_by_page: changes, retired }) {
  return !retired && changes.length > 0 && h("details", { class: "by-page", key: "by-page" },
    h("summary", {}, "Changed by page: not as the house file has it"),
    h("ul", { class: "changed" }, changes.map((each) => h("li", { key: each }, each))),
    h("p", { class: "quiet" }, "From the file's to what is in force. It stays so after a restart, until the table's entry in the file is changed."));
}

/** A button that cannot be pressed now, and why. */
const unless = (why) => ({ disabled: Boolean(why), title: why || null });

function acts(table, game, hold, done) {
  const isOn = table.phase === "playing";
  const group = (...all) => h("div", { class: "acts", role: "group", "aria-label": "What a supervisor may do" }, all);
  const correct = button("Correct a round", () => correctRound(table, game, done), unless(table.rounds ? "" : "No round was played yet"));
  if (table.retired) return group(button("Open it again", () => openAgain(table, game, done)), correct);
  return group(
    table.closed ? button("Reopen the table", () => reopenTable(table, done))
      : button("Close the table", () => closeTable(table, done), unless(isOn ? "When the round is over" : "")),
    button("Void the round", () => voidRound(table, done), unless(isOn ? "" : "No round is on")),
    button("Irregularity", () => ruleOn(table, done)),
    correct,
    button("Limits and options", () => configure(table, game, hold, done)),
    button("Cards in the machine", () => bringCards(table, done)),
    button("Seat a bot", () => seatBot(table, game, done)),
    button("Retire the table", () => retireTable(table, done), unless(isOn ? "When the round is over" : "")),
    isOn && h("p", { class: "quiet", key: "on" }, "A round is on: the table is closed, changed or retired when it is over, or void."));
}

function seats(table, done) {
  if (!table.players.length) return h("p", { class: "quiet" }, "Nobody sits here.");
  const name = (player) => [
    player.name,
    player.bot && h("span", { class: "tag" }, `bot, ${player.bot}`),
    player.gone && h("span", { class: "tag warn" }, "connection lost"),
  ];
  const remove = (player) =>
    button("Remove", () => removeBot(table, player, done), { class: "link", "aria-label": `Remove ${player.name}` });
  const out = (player) => button("Sign out", () => endSession(table, player, done),
    { class: "link sign-out", "aria-label": `Sign out ${player.name}` });
  const isSupervisor = known().role === "supervisor";
  return figures(["Who", "Seats", "#Chips"], table.players.map((player) => [player.player, [
    [name(player), isSupervisor && !player.bot && out(player)],
    `seat ${player.seats.join(", ")}`,
    player.bot && isSupervisor ? remove(player) : dollars(player.cents),
  ]]));
}

function limits(table, titleOf) {
  const { config } = table;
  const buyIn = `Buy-in ${dollars(config.buy_in_least_cents)} to ${dollars(config.buy_in_most_cents)}.`;
  const clocks = `Clocks: ${config.betting_clock_s} s to bet, ${config.decision_clock_s} s to decide.`;
  const row = ([name, { least_cents: least, most_cents: most, step_cents: step }]) =>
    [name, [titleOf(name), ...[least, most, step].map(dollars)]];
  return [figures(["Wager", "#Least", "#Most", "#Step"], Object.entries(config.wagers).map(row)),
    h("p", { class: "quiet" }, `${buyIn} ${clocks}`)];
}

function inForce(table, titleOf) {
  const pays = (paytable) => paytable.pays.map(({ outcome, title, pays: odds }) => [outcome, [title, oddsText(odds)]]);
  return [pairs(inWords(table)), table.paytables.map((paytable) => h("details", { key: paytable.code },
    h("summary", {}, `Paytable ${paytable.code}: ${paytable.wagers.map(titleOf).join(", ")}`),
    figures(["Outcome", "#Pays"], pays(paytable))))];
}

const TOLD = {
  opened: "Opened", configured: "Changed", voided: "Round void", ruled: "Ruling", corrected: "Round corrected",
  restarted: "Server restarted", faulted: "Fault", discarded: "Cards thrown away",
  loaded: "Cards brought", closed: "Closed", reopened: "Reopened", archived: "Archived", retired: "Retired",
  opened_again: "Opened again", clock_set: "Wall clock set",
};

function log(table) {
  const line = ({ version, at, kind, by, reason, round, what, changes }) => h("li", { key: version, class: `of-${kind}` },
    h("time", { datetime: new Date(at / 1000).toISOString() }, timeText(at)),
    h("strong", {}, TOLD[kind] + (["voided", "ruled", "corrected"].includes(kind) ? ` (${round})` : "")),
    h("span", {}, (what && `: ${what};`) + (by && ` by ${by}`) + (reason && `: ${reason}`)),
    changes.length > 0 && h("ul", { class: "changed" }, changes.map((each) => h("li", { key: each }, each))));
  const label = "What befell the table, the newest first";
  return h("ol", { class: "log", tabindex: "0", "aria-label": label }, table.incidents.map(line));
}

function ledger(table) {
  const all = Object.entries(table.accounts);
  const total = (some) => some.reduce((cents, [, each]) => cents + each, 0);
  const ofPlayers = all.filter(([name]) => name.startsWith("player:"));
  const shown = [...all.filter((each) => !ofPlayers.includes(each)), ["players' chips", total(ofPlayers)]];
  const rows = shown.map(([name, cents]) => [name, [labelOf(name), signed(cents)]]);
  const sum = ["sum", ["Sum", signed(total(all))], { class: total(all) ? "alarm" : "" }];
  return [figures(["Account", "#Chips"], [...rows, sum]),
    h("p", { class: "quiet" }, `Event ${count(table.head.version)}`),
    h("code", { class: "hash" }, table.head.hash)];
}
