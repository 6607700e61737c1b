// Drills of one game: question after question of a kind, of whatever is due, or of what was missed. Spotting errors is
// a drill too, of whole rounds.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { actText } from "/js/words.js";
import * as tape from "/js/tape.js";
import { AskingPage } from "./asked.js";
import * as house from "./house.js";
import { comesBack } from "./when.js";

const SPOT = "spot_error";
const WORTHS_MAX = 6;

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
      options: Object.fromEntries(said.getAll("set").map((each) => each.split("="))),
    };
    await this.show(await this.fetchQuestion());
  }

  fetchQuestion() {
    return house.newQuestion(this.slug, this.asks);
  }

  async mark(answer) {
    const marked = await house.answer(this.question.id, answer);
    this.count.asked += 1;
    this.count.right += Number(marked.right);
    return marked;
  }

  get heading() {
    const what = this.isSpot ? "Spot the error" : this.asks?.mine ? "My mistakes" : this.question?.title ?? "Drill";
    return this.game ? `${what}: ${this.game.title}` : what;
  }

  doors() {
    return [["This game", `/school/${this.slug ?? ""}`]];
  }

  side() {
    const figure = (title, text) => h("div", { key: title }, h("dt", {}, title), h("dd", {}, text));
    const { asked, right } = this.count;
    return [
      h("section", { class: "panel", key: "score" }, h("h2", {}, this.question.title),
        h("dl", { class: "score" }, figure("Answered", String(asked)), figure("Right", String(right))),
        h("p", { class: "quiet" }, this.isSpot
          ? "One fault is planted in the round, or none. Stop the game at the step that is wrong and name the fault."
          : "What is missed comes back soon, what is known after days.")),
      this.verdict?.values?.length > 0 && this.worths(),
    ];
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

customElements.define("school-drill", SchoolDrill);
