// Progressives on the felt: what the meters of the link show, the bet on them, and hits, wherever on the link they were.

import { classes, h } from "./dom.js";
import { dollars } from "./money.js";

const COINS = 14;

/** A line for each progressive that the table carries, with the button to be in it. */
export function metersView(table) {
  const { jackpots: { shown: progressives, feast }, view: { you } } = table;
  if (!progressives.length) return null;
  return h("div", { class: "meters", key: "meters", role: "group", "aria-label": "Progressives" },
    feast && feastView(feast),
    progressives.map((each) => h("p", { class: classes("meter-line", feast?.name === each.name && "hit"), key: each.name, title: each.about },
      h("span", {}, each.title), " ",
      each.meters.map((meter) => meterText(meter, each.meters.length > 1)),
      you && each.bet_cents ? joinButton(table, each) : null,
      each.due.length ? h("span", { class: "due" }, ` Seat ${each.due.join(", ")} is paid by hand: a supervisor comes.`) : null,
      feast?.name === each.name ? null : lastHit(each))));
}

/** A hit, wherever on the link it was: for a moment it is the largest thing on the felt. */
function feastView({ text, own, still }) {
  return h("p", { class: "feast", key: "feast" },
    !still && h("span", { class: "coins", key: "coins", "aria-hidden": "true" },
      Array.from({ length: COINS }, (_, i) => h("i", { key: i, style: { "--coin": String(i) } }))),
    h("strong", {}, own ? `You win ${dollars(own)}!` : "Jackpot!"), ` ${text}`);
}

/** What a meter shows; one that must hit says by when, and its promise can be looked at. */
function meterText({ name, title: called, cents, must_hit_by_cents: limit, number, commitment }, isOneOfSeveral) {
  const amount = [
    isOneOfSeveral && h("span", { key: `${name} title` }, `${called} `),
    h("strong", { key: name, class: "meter", "data-cents": String(cents) }, dollars(cents)),
  ];
  if (!limit) return amount;
  const title = `Trigger ${number} is fixed and hidden. Commitment: ${commitment}`;
  return [...amount, h("span", { key: `${name} limit`, class: "must-hit", title }, `must hit by ${dollars(limit)} `)];
}

function joinButton(table, { name, title, bet_cents: cents }) {
  const isIn = table.wagering.joins.has(name);
  return h("button", {
    type: "button", class: classes("button", "join", isIn && "on"), "aria-pressed": String(isIn), disabled: !table.mayBet,
    "aria-label": `${title}, ${dollars(cents)} with every bet`, onclick: () => table.wagering.join(name),
  }, isIn ? `In for ${dollars(cents)}` : `Bet ${dollars(cents)}`);
}

function lastHit({ hits: [hit] }) {
  return hit ? h("span", { class: "last-hit" }, ` Last: ${hitText(hit)}`) : null;
}

/** "royal flush at one, $2,500.35" */
export function hitText({ table, awards }) {
  const [first] = awards;
  if (first.why === "must_hit") return `${first.meter.replaceAll("_", " ")} at ${table}, ${dollars(first.cents)}`;
  const cents = awards.filter(({ tier, why }) => tier === first.tier && why === "tier").reduce((sum, each) => sum + each.cents, 0);
  return `${first.tier.replaceAll("_", " ")} at ${table}, ${dollars(cents)}`;
}
