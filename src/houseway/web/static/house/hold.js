// Hold against theory: what a wager kept, what it should keep, and how far chance explains the difference.

import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { count, figures } from "./parts.js";

const SCALE = 4;  // standard deviations either side
const COLUMNS = ["Wager", "#Bets", "#Bet", "#Held", "#Hold", "#Theory", "#z"];
const CORRECTED = "#Corrected";  // only where something was
const ABOUT = "z counts standard deviations between hold and theory: within 2 is chance, beyond 3 hardly. Theory is "
  + "best play for people, who mostly play worse, and their own strategy for bots. Seats and wagers of a round share "
  + "cards, which z leaves out: all together have none. Hold and z are of the rounds as dealt: what corrections moved is no chance, and is told apart.";

const percent = (share) => (share === null ? "" : `${(share * 100).toFixed(2).replace("-", "−")} %`);

/** A name of another game that was dealt here before, whose titles are not at hand. */
const plain = (name) => name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

export const zText = (z) => (z < 0 ? "−" : "+") + Math.abs(z).toFixed(1);

/** Beyond two standard deviations it is worth a look; beyond three hardly chance. */
export function zTone(z) {
  if (z === null || Math.abs(z) < 2) return "";
  return Math.abs(z) < 3 ? "warn" : "alarm";
}

/** The z farthest from theory, or null where none is known. */
export function worst(rows) {
  const known = rows.map((row) => row.z).filter((z) => z !== null);
  return known.length ? known.reduce((far, z) => (Math.abs(z) > Math.abs(far) ? z : far)) : null;
}

/** All wagers of a round together: they hang together, so that their sum has no z. */
function together(rows) {
  const sum = (of) => rows.reduce((all, row) => all + of(row), 0);
  const bet = sum((row) => row.bet_cents);
  const known = rows.every((row) => row.expected_hold !== null || !row.bet_cents);
  return {
    bet_cents: bet, held_cents: sum((row) => row.held_cents), corrected_cents: sum((row) => row.corrected_cents),
    hold: bet ? sum((row) => row.held_cents) / bet : null,
    expected_hold: known && bet ? sum((row) => row.bet_cents * row.expected_hold) / bet : null,
  };
}

/** The rows of one table, in the order of the felt, people before bots. */
export function holdTable(given, game) {
  if (!given.length) return h("p", { class: "quiet" }, "No round was settled yet.");
  const numbered = new Map(game.wagers.map((wager, number) => [wager.name, number]));
  const own = (row) => (row.game === undefined || row.game === game.slug ? numbered.get(row.wager) : undefined);
  const place = (row) => (own(row) ?? 2 * game.wagers.length) + (row.who === "bots" ? game.wagers.length : 0);
  const rows = [...given].sort((a, b) => place(a) - place(b));
  const tag = (said) => h("span", { class: "tag" }, said);
  const title = (row) => game.wagers[own(row)]?.title ?? plain(row.wager);
  const name = (row) => [title(row), own(row) === undefined && tag(plain(row.game)), row.who === "bots" && tag("bots")];
  const corrected = rows.some((row) => row.corrected_cents);
  const unsolved = rows.some((row) => row.expected_hold === null);
  const led = rows.filter((row) => row.led_by && own(row) !== undefined);
  const added = [...new Set(led.map(title))];
  const first = game.wagers[numbered.get(led[0]?.led_by)]?.title;
  const amounts = (row) => [dollars(row.bet_cents), signed(row.held_cents), percent(row.hold),
    row.expected_hold === null ? "not solved" : percent(row.expected_hold)];
  const put = (row) => (corrected ? [row.corrected_cents ? signed(row.corrected_cents) : ""] : []);
  const z = (row) => row.z !== null && h("span", { class: `z ${zTone(row.z)}` }, zText(row.z), scale(row.z));
  const all = together(rows);
  const told = rows.map((row) => [`${row.who} ${row.wager}`, [name(row), count(row.rounds), ...amounts(row), z(row), ...put(row)]]);
  if (rows.length > 1) told.push(["all", ["All together", "", ...amounts(all), "", ...put(all)]]);
  return [
    figures([...COLUMNS, ...(corrected ? [CORRECTED] : [])], told, { label: "Hold against theory", kind: "stacks" }),
    [...new Set(rows.flatMap((row) => row.departs))].map((said) => h("p", { class: "departs", key: said }, said)),
    h("p", { class: "quiet" }, ABOUT, added.length > 0 && ` ${added.join(", ")}: theory is what best play's chips there `
      + `bring; z counts from every ${first}, also where no more was bet.`,
      unsolved && [" What is not solved, ", h("code", {}, "houseway audit hold"), " works out."]),
  ];
}

function scale(z) {
  const at = 50 + (Math.max(-SCALE, Math.min(SCALE, z)) / SCALE) * 46;
  return h("svg", { class: "scale", viewBox: "0 0 100 14", "aria-hidden": "true" },
    h("rect", { x: 4, y: 6, width: 92, height: 2 }),
    h("rect", { class: "chance", x: 27, y: 3, width: 46, height: 8 }),
    h("circle", { cx: at.toFixed(1), cy: 7, r: 5 }));
}
