// Progressives on the felt: what the meters of the link show, the bet on them, and hits, wherever on the link they were.

import { classes, h } from "./dom.js";
import { dollars } from "./money.js";
import { toast } from "./toast.js";

/** A line for each progressive that the table carries, with the button to be in it. */
export function metersView(table) {
  const { progressives = [], you } = table.view;
  if (!progressives.length) return null;
  return h("div", { class: "meters", key: "meters", role: "group", "aria-label": "Progressives" },
    progressives.map((each) => h("p", { class: "meter-line", key: each.name, title: each.about },
      h("span", {}, each.title), " ",
      each.meters.map((meter) => meterText(meter)),
      you && each.bet_cents ? joinButton(table, each) : null,
      each.due.length ? h("span", { class: "due" }, ` Seat ${each.due.join(", ")} is paid by hand: a supervisor comes`) : null,
      lastHit(each))));
}

/** What a meter shows; one that must hit says by when, and its promise can be looked at. */
function meterText({ name, cents, must_hit_by_cents: limit, number, commitment }) {
  const amount = h("strong", { key: name, class: "meter", "data-cents": String(cents) }, dollars(cents));
  if (!limit) return amount;
  const title = `Trigger ${number} is fixed and hidden. Commitment: ${commitment}`;
  return [amount, h("span", { key: `${name} limit`, class: "must-hit", title }, ` must hit by ${dollars(limit)} `)];
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

/** Everyone at every table of the link hears of a hit that the last view did not have. */
export function tellHits({ view }, before) {
  for (const { name, title, hits: [newest] } of view.progressives ?? []) {
    const known = before.progressives?.find((each) => each.name === name)?.hits[0];
    if (newest && known?.at !== newest.at) toast(`${title} hit! ${hitText(newest)}`, "good");
  }
}
