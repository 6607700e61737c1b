// Drills of one game: question after question of a kind, of whatever is due, or of what was missed. Spotting errors is
// a drill too, of whole rounds.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { countDrill } from "/js/tally.js";
import { actText } from "/js/words.js";
import * as tape from "/js/tape.js";
import { AskingPage } from "./asked.js";
import * as house from "./house.js";
import { inAddress, optionsView } from "./options.js";
import { comesBack } from "./when.js";

const SPOT = "spot_error";
const WORTHS_MAX = 6;
const LEVELS = ["any", "easy", "middling", "hard"];

class SchoolDrill extends AskingPage {
  count = { asked: 0, right: 0 };

  async open() {
    await house.beSomebody();
    this.slug = this.getAttribute("game");
    this.isSpot = this.getAttribute("view") === "spot";
    const said = new URLSearchParams(location.search);
    this.asks = {
      kind: this.isSpot ? SPOT : said.get("kind") ?? "",
      side: said.get("side") === "player" ? "player" : "dealer",
      mine: said.has("mine"),
      difficulty: LEVELS.includes(said.get("difficulty")) ? LEVELS.indexOf(said.get("difficulty")) : 0,
      options: inAddress(),
    };
    this.table = said.get("table");  // where the player came from
    await this.show(await this.fetchQuestion());
  }

  fetchQuestion() {
    return house.newQuestion(this.slug, this.asks);
  }

  async mark(answer) {
    const marked = await house.answer(this.question.id, answer);
    this.count.asked += 1;
    this.count.right += Number(marked.right);
    if (isChoice(this.question)) countDrill(this.slug, { wrong: !marked.right });
    return marked;
  }

  get heading() {
    const what = this.isSpot ? "Spot the error" : this.asks?.mine ? "My mistakes" : this.question?.title ?? "Drill";
    return this.game ? `${what}: ${this.game.title}` : what;
  }

  doors() {
    const [slug, { table }] = [this.getAttribute("game"), this];  // before anything has come from the house
    return [["This game", `/school/${slug}`], ["Rules", `/rules/${slug}`], table && ["To the table", `/table/${encodeURIComponent(table)}`]].filter(Boolean);
  }

  side() {
    const figure = (title, text) => h("div", { key: title }, h("dt", {}, title), h("dd", {}, text));
    const { asked, right } = this.count;
    return [
      h("section", { class: "panel", key: "score" }, h("h2", {}, this.question.title),
        h("dl", { class: "score" }, figure("Answered", String(asked)), figure("Right", String(right))),
        h("p", { class: "quiet" }, this.isSpot
          ? "One fault is planted in the round, or none. Stop the game at the step that is wrong and name the fault."
          : "What is missed comes back soon, what is known after days."),
        isChoice(this.question) && !this.asks.mine && this.levels()),
      this.verdict?.values?.length > 0 && this.worths(),
    ];
  }

  /** A player says how hard a choice may be; of a dealer's question that would tell something of its answer. */
  levels() {
    const level = (name, i) => h("a", { class: "link", key: name, href: withLevel(name), "aria-current": i === this.asks.difficulty ? "true" : null }, name);
    return h("p", { class: "levels", key: "levels", role: "group", "aria-label": "How hard" }, "How hard: ", LEVELS.map(level));
  }

  below() {
    return !this.asks.mine && optionsView(this.game);
  }

  /** The first hard choice of a game takes some seconds where its rules are to be compiled. */
  wait() {
    return h("main", { class: "page", key: "waiting" }, h("p", { role: "status" }, this.getAttribute("view") === "drill" ? "Looking for a question …" : "A moment …"),
      h("p", { class: "quiet" }, "Rounds are dealt until one comes that has something to ask. The first one of a game often takes some seconds, on a busy machine a minute; the next ones come at once."));
  }

  /** What each act of a player's choice is worth. */
  worths() {
    const { seat, hand, tape: rows } = this.question;
    const cards = tape.cardsAt(tape.sceneOf(rows), seat, hand);
    const named = (name) => actText(this.game.acts.find((act) => act.name === name), cards);
    const shown = this.verdict.values.slice(0, WORTHS_MAX);
    return h("section", { class: "panel", key: "worths" }, h("h2", {}, "What each choice is worth"),
      h("table", { class: "worths" }, h("tbody", {}, shown.map(({ act, value }) =>
        h("tr", { key: act }, h("th", { scope: "row" }, named(act)), h("td", {}, `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(3)}`))))));
  }

  after() {
    const { due_at: due, lost_cents: lost } = this.verdict;
    return h("p", { class: "quiet", key: "due" }, lost > 0 && `It gave up ${dollars(lost)} on average. `, comesBack(due));
  }

  without() {
    return h("main", { class: "page", key: "none" }, h("h2", {}, "Nothing to ask"),
      h("p", {}, "There is no question of this kind now."), h("p", {}, h("a", { href: `/school/${this.slug}` }, "Back to the path")));
  }
}

const isChoice = ({ kind }) => kind === "choice" || kind.startsWith("choice.");

/** The same drill, so hard. */
function withLevel(name) {
  const said = new URLSearchParams(location.search);
  if (name === LEVELS[0]) said.delete("difficulty");
  else said.set("difficulty", name);
  return `?${said}`;
}

customElements.define("school-drill", SchoolDrill);
