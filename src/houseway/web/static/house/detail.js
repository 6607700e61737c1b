// One table in full: who sits there, what is in force, what it kept, its machine, its money and what befell it.

import { known } from "/js/api.js";
import { signDialog } from "/js/dialogs.js";
import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { closeTable, removeBot, reopenTable, seatBot, voidRound } from "./actions.js";
import { configure } from "./configure.js";
import { sentence, timeText } from "./door.js";
import { holdTable } from "./hold.js";
import { labelOf, oddsText, settingText } from "./words.js";

export function detail(table, { game, hold, done }) {
  const titles = new Map(game.wagers.map((wager) => [wager.name, wager.title]));
  const titleOf = (name) => titles.get(name) ?? labelOf(name);
  return h("section", { class: "detail", key: "detail", tabindex: "-1", "aria-labelledby": "detail-title" },
    head(table, game), known().role === "supervisor" && acts(table, game, done),
    panel("Hold against theory", holdTable(hold, game)),
    h("div", { class: "panels" },
      h("div", { class: "stack" }, panel("At the table", seats(table, done)),
        panel("In force", inForce(table, titleOf)), panel("Log", log(table))),
      h("div", { class: "stack" }, panel("Limits", limits(table, titleOf)), panel("Shuffler", shuffler(table)),
        panel("Ledger", ledger(table)))));
}

const panel = (title, inside) => h("section", { class: "panel", key: title }, h("h3", {}, title), inside);

function head(table, game) {
  const said = table.closed || table.notice;
  return h("header", { class: "detail-head" }, h("div", {}, h("h2", { id: "detail-title" }, table.config.title),
    h("p", { class: "quiet" }, `${game.title}, table ${table.table}, round ${table.rounds.toLocaleString("en-US")}`)),
  h("nav", { "aria-label": "This table" }, h("a", { class: "link", key: "watch", href: `/table/${table.table}` },
    "Watch"),
    table.rounds > 0 && h("a", { class: "link", key: "round", href: `/round/${table.table}/${table.rounds}` },
      "Last round"),
    known().role === "auditor" && h("a", { class: "link", key: "events", href: `/audit?table=${table.table}` },
      "Events"),
    h("button", { type: "button", class: "link", key: "sign", onclick: () => signDialog(table.table) },
      "Posting sign")),
  said && h("p", { class: classes("said", table.closed && "bad") },
    `${table.closed ? "Closed: " : "Last round: "}${sentence(said)}`));
}

function acts(table, game, done) {
  const on = table.phase === "playing";
  const act = (title, onclick, more = {}) => h("button", { type: "button", class: "button", key: title, onclick,
    ...more }, title);
  return h("div", { class: "acts", role: "group", "aria-label": "What a supervisor may do" },
    table.closed ? act("Reopen the table", () => reopenTable(table, done))
      : act("Close the table", () => closeTable(table, done)),
    act("Void the round", () => voidRound(table, done), { disabled: !on }),
    act("Limits and options", () => configure(table, game, done)),
    act("Seat a bot", () => seatBot(table, game, done)));
}

function seats(table, done) {
  if (!table.players.length) return h("p", { class: "quiet" }, "Nobody sits here.");
  return h("table", { class: "rows" }, h("thead", { class: "for-readers" },
    h("tr", {}, ["Who", "Seats", "Chips"].map((title) => h("th", { scope: "col", key: title }, title)))),
    h("tbody", {}, table.players.map((player) => h("tr", { key: player.player },
      h("th", { scope: "row" }, player.name, player.bot && h("span", { class: "tag" }, `bot, ${player.bot}`),
        player.gone && h("span", { class: "tag warn" }, "connection lost")),
      h("td", {}, `seat ${player.seats.join(", ")}`),
      h("td", { class: "number" }, player.bot && known().role === "supervisor"
        ? h("button", { type: "button", class: "link", "aria-label": `Remove ${player.name}`, onclick: () =>
          removeBot(table, player, done) }, "Remove")
        : dollars(player.cents))))));
}

function limits(table, titleOf) {
  const { config } = table;
  return [h("table", { class: "rows", key: "limits" }, h("thead", {},
    h("tr", {}, ["Wager", "Least", "Most", "Step"].map((title) => h("th",
    { scope: "col", key: title, class: title === "Wager" ? "" : "number" }, title)))),
    h("tbody", {}, Object.entries(config.wagers).map(([name, each]) =>
      h("tr", { key: name }, h("th", { scope: "row" }, titleOf(name)),
      [each.least_cents, each.most_cents, each.step_cents].map((cents) =>
        h("td", { class: "number" }, dollars(cents))))))),
  h("p", { class: "quiet", key: "more" },
    `Buy-in ${dollars(config.buy_in_least_cents)} to ${dollars(config.buy_in_most_cents)}. Clocks: ${config.betting_clock_s} s to bet, ${config.decision_clock_s} s to decide.`)];
}

function inForce(table, titleOf) {
  return [h("dl", { class: "pairs", key: "options" }, Object.entries(table.config.options).map(([name, setting]) =>
    h("div", { key: name }, h("dt", {}, labelOf(name)), h("dd", {}, settingText(name, setting))))),
    table.paytables.map((paytable) => h("details", { key: paytable.code },
      h("summary", {}, `Paytable ${paytable.code}: ${paytable.wagers.map(titleOf).join(", ")}`),
      h("table", { class: "rows" }, h("tbody", {}, paytable.pays.map(({ outcome, title, pays }) =>
        h("tr", { key: outcome }, h("th", { scope: "row" }, title), h("td", { class: "number" }, oddsText(pays))))))))];
}

function shuffler(table) {
  const { cycles, rounds, packets, cards, faults } = table.shuffler;
  const pairs = [["Mode", sentence(table.shuffler_mode)], ["Shuffles", cycles], ["Rounds delivered", rounds],
    ["Packets", packets], ["Cards", cards], ["Cards left now", table.cards_left ?? "none"]];
  return [dl(pairs), faults.length ? h("ul", { class: "faults", key: "faults" },
    faults.slice(-5).reverse().map((fault) => h("li", { class: "bad" }, sentence(fault))))
    : h("p", { class: "quiet", key: "none" }, "No fault since the table was opened.")];
}

const dl = (pairs) => h("dl", { class: "pairs", key: "pairs" }, pairs.map(([title, value]) =>
  h("div", { key: title }, h("dt", {}, title), h("dd", {}, typeof value === "number" ? value.toLocaleString("en-US")
  : value))));

const TOLD = { opened: "Opened", configured: "Changed", voided: "Round void", restarted: "Server restarted",
  faulted: "Fault", closed: "Closed", reopened: "Reopened" };

function log(table) {
  return h("ol", { class: "log", tabindex: "0", "aria-label": "What befell the table, the newest first" },
    table.incidents.map((each) => h("li", { key: each.version, class: each.kind },
    h("time", { datetime: new Date(each.at / 1000).toISOString() }, timeText(each.at)),
      h("strong", {}, TOLD[each.kind] + (each.kind === "voided" ? ` (${each.round})` : "")),
    each.by && h("span", {}, ` by ${each.by}`), each.reason && h("span", {}, `: ${each.reason}`))));
}

function ledger(table) {
  const accounts = Object.entries(table.accounts).filter(([name]) => !name.startsWith("player:"));
  const players = Object.entries(table.accounts).filter(([name]) => name.startsWith("player:")).reduce((sum,
    [, cents]) => sum + cents, 0);
  const sum = Object.values(table.accounts).reduce((all, cents) => all + cents, 0);
  return [h("table", { class: "rows", key: "accounts" }, h("tbody", {},
    [...accounts, ["players' chips", players]].map(([name, cents]) =>
    h("tr", { key: name }, h("th", { scope: "row" }, labelOf(name)), h("td", { class: "number" }, signed(cents)))),
    h("tr", { key: "sum", class: sum ? "alarm" : "" }, h("th", { scope: "row" }, "Sum"),
      h("td", { class: "number" }, signed(sum))))),
  h("p", { class: "quiet", key: "head" }, `Event ${table.head.version.toLocaleString("en-US")}`),
    h("code", { class: "hash", key: "hash" }, table.head.hash)];
}
