// The exams that are set. A supervisor sets one here.

import { known } from "/js/api.js";
import { h } from "/js/dom.js";
import { loadGame } from "/js/game.js";
import { sentence } from "/js/sentence.js";
import { figures } from "./figures.js";
import * as house from "./house.js";
import { isTeaching, logInView } from "./log_in.js";
import { optionsForm } from "./options.js";
import { SchoolPage } from "./shell.js";
import { dayText } from "./when.js";

const FIELDS = { number: ["Questions", 20, 1, 80], minutes: ["Minutes", 30, 1, 240], pass_percent: ["Passed at, %", 80, 1, 100] };

class SchoolExams extends SchoolPage {
  said = "";
  kinds = new Map();  // by game
  games = new Map();  // by name, with all their options
  chosen = {};  // of the game's options, for the exam that is set next

  async open() {
    [this.titles, this.exams, this.sat] = await Promise.all([house.titles(), house.exams(), house.sat()]);
    [this.slug] = this.titles.keys();
    if (this.maySet) await this.readKinds();
  }

  get heading() {
    return "Exams";
  }

  async readKinds() {
    const { slug } = this;
    const [{ kinds }, game] = await Promise.all([house.gameOf(slug), loadGame(slug)]);
    this.games.set(slug, game);
    this.kinds.set(slug, kinds.filter((kind) => kind.side === "dealer"));
    this.draw();
  }

  async set(form) {
    const given = new FormData(form);
    try {
      await house.setExam({
        title: given.get("title").trim(), game: given.get("game"), kinds: given.getAll("kind"), options: this.chosen,
        ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, Number(given.get(name))])),
      });
      this.exams = await house.exams();
      this.said = "The exam is set: its questions are sealed.";
      this.chosen = {};
      form.reset();
    } catch (refusal) {
      this.said = sentence(refusal.message);
    }
    this.draw();
  }

  inside() {
    const row = (exam) => [exam.id, [h("a", { href: `/school/exam/${exam.id}` }, exam.title), this.gameWords(exam),
      `${exam.number} in ${exam.minutes} minutes`, `${exam.pass_percent} %`, `${exam.by}, ${dayText(exam.set_at)}`]];
    const mine = (each) => [each.id, [h("a", { href: `/school/exam/${each.id}` }, each.title), this.titles.get(each.game) ?? each.game,
      dayText(each.begun_at), each.passed === null ? "not over" : `${each.passed ? "passed" : "not passed"}, ${each.right} right`]];
    return h("main", { class: "page school-page", key: "exams" },
      h("div", { class: "welcome" }, h("div", {}, h("h2", {}, "Exams"), h("p", {}, "Sealed before anybody sits them, timed, and never the same question twice. Whoever has sat one has a signed certificate."))),
      h("section", { class: "panel", key: "set" }, h("h2", {}, "Set now"), this.exams.length
        ? figures(["Exam", "Game", "Questions", "Passed at", "Set by"], this.exams.map(row), "Exams that are set")
        : h("p", {}, "No exam is set.")),
      this.sat.length > 0 && h("section", { class: "panel", key: "sat" }, h("h2", {}, "You sat"),
        figures(["Exam", "Game", "Begun", "Result"], this.sat.map(mine), "Exams that you sat")),
      this.maySet ? this.form() : logInView("To set an exam", async () => {
        await this.readKinds();
        this.draw();
      }));
  }

  /** "Casino War, own options": its page says which. */
  gameWords({ game, options }) {
    const title = this.titles.get(game) ?? game;
    return Object.keys(options).length ? `${title}, own options` : title;
  }

  get maySet() {
    return isTeaching(known());
  }

  form() {
    const kinds = this.kinds.get(this.slug) ?? [];
    const submit = (event) => {
      event.preventDefault();
      this.set(event.target);
    };
    const take = (chosen) => {
      this.chosen = chosen;
      this.draw();
    };
    const game = this.games.get(this.slug);
    const pick = (event) => {
      this.slug = event.target.value;
      this.chosen = {};
      this.draw();
      if (!this.kinds.has(this.slug)) this.readKinds();
    };
    return h("section", { class: "panel", key: "new", "aria-labelledby": "new-exam" }, h("h2", { id: "new-exam" }, "Set an exam"),
      h("form", { class: "school-form", onsubmit: submit },
        h("label", { class: "field" }, "Title", h("input", { name: "title", required: true, maxlength: 80 })),
        h("label", { class: "field" }, "Game", h("select", { name: "game", onchange: pick },
          [...this.titles].map(([slug, title]) => h("option", { key: slug, value: slug, selected: slug === this.slug }, title)))),
        h("fieldset", { key: this.slug }, h("legend", {}, "Kinds of questions, in turn"),
          kinds.map((kind) => h("label", { key: kind.name }, h("input", { type: "checkbox", name: "kind", value: kind.name, checked: true }), kind.title))),
        game && optionsForm(game, this.chosen, take, "All questions are of a table with these rules."),
        h("div", { class: "fields" }, Object.entries(FIELDS).map(([name, [title, usual, min, max]]) =>
          h("label", { class: "field", key: name }, title, h("input", { type: "number", name, min, max, value: usual, required: true })))),
        h("p", { role: "status" }, this.said),
        h("button", { class: "button primary" }, "Set the exam")));
  }
}

customElements.define("school-exams", SchoolExams);
