// Beside the felt: practice, and the dealer's calls.

import { classes, h } from "./dom.js";
import { value } from "./dock.js";
import { dollars } from "./money.js";
import { actView, verdictView } from "./verdict.js";
import { settings } from "./settings.js";

export function sidePanel(table, banners) {
  return h("aside", { class: "side-panel", key: "side", "aria-label": "Practice and calls" },
    banners,
    table.view.practice && practicePanel(table),
    h("section", { class: "panel calls", key: "calls" }, h("h2", {}, "The dealer's calls"),
      table.caller.lines.length
        ? h("ol", { tabindex: "0", "aria-label": "The dealer's calls" }, [...table.caller.lines].reverse().map((line) =>
          h("li", { key: line.id, class: line.tone }, line.text)))
        : h("p", { class: "quiet" }, "What the dealer announces is written here.")),
    h("section", { class: "panel promise", key: "promise" }, h("h2", {}, "The shuffle"), promise(table)));
}

function practicePanel(table) {
  const { practice, game } = table;
  const { choices, missed, lost, mistakes } = practice.score;
  const named = (name, cards) => actView(game.acts.find((act) => act.name === name), cards);
  return h("section", { class: "panel practice", key: "practice" }, h("h2", {}, "Practice"),
    practice.told && !table.isNarrow ? verdictView(practice.told, game, table.view.round)
      : h("p", { class: classes("quiet", practice.waits && "working") }, advice(table)),
    choices > 0 && h("dl", { class: "score" },
      h("div", {}, h("dt", {}, "Choices"), h("dd", {}, String(choices))),
      h("div", {}, h("dt", {}, "Best"), h("dd", {}, String(choices - missed))),
      h("div", {}, h("dt", {}, "Given away"), h("dd", {}, dollars(lost)))),
    mistakes.length > 0 && h("details", { class: "mistakes" }, h("summary", {}, `Mistakes (${missed})`),
      h("ol", {}, mistakes.slice(0, 30).map((each) => h("li", {},
        h("a", { href: `/round/${table.name}/${each.round}#choice-${each.number}` }, `Round ${each.round}`),
        ": ", named(each.act, each.cards), " instead of ", named(each.best, each.cards), `, ${value(-each.cost)}`)))),
    allDays(table, choices),
    choices > 0 && h("button", { type: "button", class: "link", onclick: () => {
      practice.reset();
      table.draw();
    } }, "Start the score again"),
    game.acts.length > 0 && h("a", { class: "link", href: drillOf(table) }, "Drill hard choices"));
}

/** What this person's choices of the game came to before this sitting too, on any browser where they are kept. */
function allDays({ game, tally }, choices) {
  const { choices: all = 0, mistakes = 0, lost_cents: lost = 0 } = tally?.learnt().score[game.slug] ?? {};
  return all > choices && h("p", { class: "quiet all-days", key: "all-days" },
    `All your days: ${all - mistakes} of ${all} best, ${dollars(lost)} given away. `, mistakes > 0 && h("a", { href: "/you#mistakes" }, "Your mistakes"));
}

/** Hard choices under the options of this table, and the way back to it. */
function drillOf({ game, facts, name }) {
  const sets = Object.entries(facts.options).map((each) => ["set", each.join("=")]);
  return `/school/${game.slug}/drill?${new URLSearchParams([["side", "player"], ...sets, ["table", name]])}`;
}

function advice(table) {
  const { practice, since, view: { pending } } = table;
  if (!table.game.acts.length) return "Nobody has a choice in this game: every bet runs by itself.";
  if (practice.waits) return `Working out what each choice is worth: ${practice.waitText()}. What you choose meanwhile is judged later.`;
  if (settings.hints !== "before") return "After each choice you hear what it cost.";
  if (pending?.you && !practice.of({ ...pending, since })) return "Working out what each choice is worth …";
  return "Each choice shows what it is worth on average, in bets: what the bets that hang on it win from here on.";
}

function promise(table) {
  const { shuffle, closed } = table.view;
  const without = closed ? "The cards are out of play." : "The cards are being shuffled.";
  if (!shuffle) return h("p", { class: "quiet" }, without);
  const deck = shuffle.deck ? ` of deck ${shuffle.deck}` : "";
  return [h("p", { class: "quiet" }, `Shuffle ${shuffle.cycle}${deck}, ${shuffle.cards} cards. `
    + "This was promised before the bets; it can be checked when the cards are shown."),
    h("code", { class: "hash" }, shuffle.commitment)];
}
