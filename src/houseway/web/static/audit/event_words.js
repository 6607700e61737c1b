// An event in a sentence. The body is one click away; this is for reading down a page.

import { dollars, signed } from "/js/money.js";

const BY = { player: "", bot: " (bot)", clock: " (the clock ran out)", absence: " (the player had left)" };

const amounts = (wagers, text, { wager, place }) =>
  Object.entries(wagers).sort(([a], [b]) => place(a) - place(b)).map(([name, cents]) => `${wager(name)} ${text(cents)}`).join(", ");
const won = (bySeat, say) =>
  Object.entries(bySeat).map(([seat, results]) => `seat ${seat}: ${amounts(results, signed, say)}`).join("; ");
const owners = (ids, { name }) => ids.map((id, i) => id && `seat ${i + 1} ${name(id)}`).filter(Boolean).join(", ");
const hand = (it) => (it.hand ? `, hand ${it.hand + 1}` : "");

const ruling = (word) => word.replaceAll("_", " "); // "exposed_card", "void_whole"

const departs = ({ config }) => (config.departs ? `; departs from the approved rules: ${config.departs}` : "");

const SENTENCES = {
  opened: (it) => `${it.config.title} opens (houseway ${it.software})${it.by ? ` by ${it.by}: ${it.reason}` : ""}${departs(it)}`,
  configured: (it, { changes }) => `by ${it.by}: ${it.reason}${departs(it)}${changes.map((each) => `; ${each}`).join("")}`,
  sat: (it) => `${it.name} takes seat ${it.seats.join(", ")}${it.bot ? `, a bot that plays ${it.bot}` : ""}`,
  bought_in: (it, { name }) => `${name(it.player)} buys in for ${dollars(it.cents)}`,
  bet: (it, say) => (say.ruledBy
    ? `seat ${it.seat}: ${dollars(it.postings[`player:${it.player}`])} goes back to ${say.name(it.player)} by ${say.ruledBy}'s ruling`
    : `${say.name(it.player)}, seat ${it.seat}: ${amounts(it.wagers, dollars, say) || "takes the bet back"}`),
  ready: (it, { name }) => `${name(it.player)} is ready`,
  gone: (it, { name }) => `${name(it.player)} lost the connection`,
  came_back: (it, { name }) => `${name(it.player)} is back`,
  leaving: (it, { name }) => `${name(it.player)} leaves after the round`,
  left: (it, { name }) => `${name(it.player)} leaves with ${dollars(it.cents)}`,
  shuffled: (it) => `shuffle ${it.cycle}${it.deck ? ` of deck ${it.deck}` : ""}, promised by ${it.commitment.slice(0, 16)} …`,
  loaded: (it) => `${it.tray.length / 2} cards as deck ${it.deck} by ${it.by}: ${it.reason}`,
  dealt: (it, say) => `round ${it.round}: ${owners(it.owners, say)}`,
  chose: (it, { act }) =>
    `round ${it.round}, seat ${it.seat}${hand(it)}: ${act(it.act)}${BY[it.by] ?? ` (${it.by})`}`,
  paid: (it) => `round ${it.round}: ${it.settled.length} settled before its end`,
  settled: (it, say) => `round ${it.round}: ${won(it.won, say)}`,
  voided: (it) => `round ${it.round} by ${it.by}: ${it.reason}`,
  ruled: (it, { round }) =>
    `${round ? `round ${round}, ` : ""}${it.seat ? `seat ${it.seat}, ` : ""}by ${it.by}: ${ruling(it.sort)}, ${ruling(it.outcome)}; ${it.reason}`,
  corrected: (it, say) =>
    `round ${it.round}, seat ${it.seat} ${say.name(it.player)}: ${say.wager(it.wager)} ${signed(it.cents)} by ${it.by}: ${it.reason}`,
  revealed: (it) => `the order of shuffle ${it.cycle} is shown`,
  discarded: (it) => `shuffle ${it.cycle} is thrown away: ${it.reason}`,
  started: (it) => `houseway ${it.software} serves the table from here on`,
  restarted: (it) => it.notice,
  faulted: (it) => it.reason,
  closed: (it) => `by ${it.by}: ${it.reason}`,
  reopened: (it) => `by ${it.by}`,
  retired: (it) => `by ${it.by}: ${it.reason}`,
  opened_again: (it, { changes }) => `by ${it.by}: ${it.reason}${departs(it)}${changes.map((each) => `; ${each}`).join("")}`,
  archived: (it) => `rounds ${it.rounds.join(" to ")} are in the archive ${it.file}, by ${it.by}`,
  clock_set: (it) => `the wall clock was set: it is ${Math.round(it.off_us / 1e6)} s from the house's own time, which is kept`,
};

/** `say` names players by id, wagers by name and acts by number. */
export const tell = (event, say) => SENTENCES[event.kind]?.(event.body,
  { ...say, changes: event.changes ?? [], round: event.round, ruledBy: event.ruled_by }) ?? "";
