// An event in a sentence. The body is one click away; this is for reading down a page.

import { dollars, signed } from "/js/money.js";
import { chosenBy, isHouses } from "/js/words.js";

const CHIPS = "player:";  // how the account of a player begins

const amounts = (wagers, text, { wager, place }) =>
  Object.entries(wagers).sort(([a], [b]) => place(a) - place(b)).map(([name, cents]) => `${wager(name)} ${text(cents)}`).join(", ");
const seatOf = (seat, { owners: ids, name }) => `seat ${seat}${ids[seat - 1] ? ` ${name(ids[seat - 1])}` : ""}`;
const won = (bySeat, say) =>
  Object.entries(bySeat).map(([seat, results]) => `${seatOf(seat, say)}: ${amounts(results, signed, say)}`).join("; ");
const closed = ({ seat, wager, stake, won: cents }, say) =>
  `${seatOf(seat, say)}: ${say.wager(wager)}${stake ? ` of ${dollars(stake)}` : ""} ${signed(cents)}`;
/** What a void round gave back to whom, and took of what was won. */
const returned = (postings, { name }) => Object.entries(postings).filter(([account]) => account.startsWith(CHIPS))
  .map(([account, cents]) => [name(account.slice(CHIPS.length)), cents])
  .map(([who, cents]) => (cents > 0 ? `; ${dollars(cents)} goes back to ${who}` : `; ${dollars(-cents)} of what ${who} won goes back to the house`))
  .join("");
const owners = (ids, { name }) => ids.map((id, i) => id && `seat ${i + 1} ${name(id)}`).filter(Boolean).join(", ");
const hand = (it) => (it.hand ? `, hand ${it.hand + 1}` : "");

const departs = ({ config }) => (config.departs ? `; departs from the approved rules: ${config.departs}` : "");

const SENTENCES = {
  opened: (it) => `${it.config.title} opens (houseway ${it.software})${it.by ? ` by ${it.by}: ${it.reason}` : ""}${departs(it)}`,
  configured: (it, { changes }) => `by ${it.by}: ${it.reason}${departs(it)}${changes.map((each) => `; ${each}`).join("")}`,
  sat: (it, { cause }) =>
    `${it.name} takes seat ${it.seats.join(", ")}${it.bot ? `, a bot that plays ${it.bot}` : ""}${cause && `: ${cause}`}`,
  bought_in: (it, { name }) => `${name(it.player)} buys in for ${dollars(it.cents)}`,
  bet: (it, say) => (say.cause
    ? `seat ${it.seat}: the bet of ${dollars(it.postings[CHIPS + it.player])} goes back to ${say.name(it.player)}: ${say.cause}`
    : `${say.name(it.player)}, seat ${it.seat}: ${amounts(it.wagers, dollars, say) || "takes the bet back"}`),
  ready: (it, { name }) => `${name(it.player)} is ready`,
  gone: (it, { name }) => `${name(it.player)} lost the connection`,
  came_back: (it, { name }) => `${name(it.player)} is back`,
  leaving: (it, { name, cause }) => `${name(it.player)} leaves after the round${cause && `: ${cause}`}`,
  left: (it, { name, cause }) => `${name(it.player)} ${cause ? "is paid" : "leaves with"} ${dollars(it.cents)}${cause && `: ${cause}`}`,
  shuffled: (it) => `shuffle ${it.cycle}${it.deck ? ` of deck ${it.deck}` : ""}, promised by ${it.commitment.slice(0, 16)} …`,
  loaded: (it) => `${it.tray.length / 2} cards as deck ${it.deck} by ${it.by}: ${it.reason}`,
  dealt: (it, say) => `round ${it.round}: ${owners(it.owners, say)}`,
  chose: (it, { act }) =>
    `round ${it.round}, seat ${it.seat}${hand(it)}${isHouses(it.by) ? ", by the house" : ""}: ${act(it.act)}${chosenBy(it.by)}`,
  paid: (it, say) => `round ${it.round}, before its end: ${it.settled.map((each) => closed(each, say)).join("; ")}`,
  jackpot: (it, { name }) => `round ${it.round}, link ${it.link}: ${it.awards
    .map((each) => `${name(each.player)} wins ${dollars(each.cents)}${each.by_hand ? ", to be paid by hand" : ""}`).join("; ")}`,
  hand_paid: (it, { name }) => `round ${it.round}, link ${it.link}: ${name(it.player)} is paid ${dollars(it.cents)} by ${it.by}`,
  settled: (it, say) => `round ${it.round}: ${won(it.won, say)}`,
  voided: (it, say) => `round ${it.round} by ${it.by}: ${it.reason}${returned(it.postings ?? {}, say)}`,
  ruled: (it, { round, ruled }) =>
    `${round ? `round ${round}, ` : ""}${it.seat ? `seat ${it.seat}, ` : ""}by ${it.by}: ${ruled} (${it.reason})`,
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
  { ...say, changes: event.changes ?? [], round: event.round, ruled: event.ruled, cause: event.cause, owners: event.owners ?? [] }) ?? "";
