// One exam: what it is, the sitting with its clock, and the certificate. Nothing is marked aloud before the end.

import { known } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { loadGame } from "/js/game.js";
import { sentence } from "/js/sentence.js";
import { departures, settled } from "/js/together.js";
import { settingWords } from "/js/words.js";
import { AskingPage } from "./asked.js";
import { figures } from "./figures.js";
import * as house from "./house.js";
import { isTeaching } from "./log_in.js";
import { clockText, dayText } from "./when.js";

const STAFF = ["supervisor", "auditor", "teacher"];
const SECOND_MS = 1000;
const LATE_MS = 60_000;
const TOLD_AT = [300, 60, 10];  // seconds left at which it is said

class SchoolExam extends AskingPage {
  async open() {
    this.id = this.getAttribute("exam");
    await this.look();
    this.of = await loadGame(this.exam.game);
    this.draw();
    this.timer = setInterval(() => this.tick(), SECOND_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  get heading() {
    return this.exam ? `Exam: ${this.exam.title}` : "Exam";
  }

  doors() {
    return [["Exams", "/school/exams"]];
  }

  async look() {
    this.exam = await house.exam(this.id);
    await this.take(this.exam.sitting);
  }

  /** Where the sitting is; none of somebody who cannot sit it. */
  async take(sitting) {
    this.sitting = sitting;
    this.ahead = sitting ? sitting.now / 1000 - Date.now() : 0;
    if (sitting?.state === "over") this.paper = await house.certificate(this.id);
    await this.show(sitting?.question ?? null);
  }

  get left() {
    return this.sitting?.deadline ? this.sitting.deadline / 1000 - this.ahead - Date.now() : 0;
  }

  async tick() {
    if (this.sitting?.state !== "on") return;
    const seconds = Math.round(this.left / SECOND_MS);
    if (TOLD_AT.includes(seconds)) this.say(`${clockText(this.left)} left.`);
    if (this.left <= 0 && !this.busy) await this.attempt(() => this.look());
    else this.draw();
  }

  begin() {
    return this.attempt(async () => this.take(await house.sitExam(this.id)));
  }

  /** An answer is heard, not judged: the next question comes. */
  give(answer) {
    return this.attempt(async () => {
      try {
        await this.take(await house.answerExam(this.id, this.question.id, answer));
      } catch (refusal) {
        await this.look();  // another device was quicker, or time is up: what is asked now is shown
        throw refusal;
      }
    });
  }

  side() {
    const { exam, sitting } = this;
    return h("section", { class: "panel", key: "sitting" }, h("h2", {}, exam.title),
      h("p", { class: classes("exam-clock", this.left < LATE_MS && "late"), role: "timer", "aria-label": "Time left" }, clockText(this.left)),
      h("p", {}, `Question ${sitting.answered + 1} of ${exam.number}`),
      h("progress", { max: exam.number, value: sitting.answered, "aria-label": "Questions answered" }),
      h("p", { class: "quiet" }, "Nothing is marked before the end. What is not reached counts as an error."));
  }

  /** On a phone the clock is not beside the felt. */
  where() {
    return [h("span", { class: "about-hand", key: "left" }, `${this.sitting.answered + 1} of ${this.exam.number}, ${clockText(this.left)}`), super.where()];
  }

  without() {
    const { exam, sitting } = this;
    return h("main", { class: "page school-page", key: "exam" },
      h("section", { class: "panel", key: "about" }, h("h2", {}, exam.title),
        h("p", {}, `${exam.number} questions in ${exam.minutes} minutes, passed with ${exam.pass_percent} % right. Set by ${exam.by} on ${dayText(exam.set_at)}.`),
        this.of && this.rules(),
        h("p", { class: "quiet" }, "Sealed: the questions follow from a secret that this digest was published for before anybody sat it."),
        h("code", { class: "hash" }, exam.commitment),
        this.beginning()),
      this.paper && this.certificate(),
      STAFF.includes(known()?.role) && this.results());
  }

  /** The game it is of, and each rule of it that is not as usual. */
  rules() {
    const { of: game, exam: { options } } = this;
    const changed = new Set(departures(game, options));
    const all = settled(game, options);
    const words = game.options.filter(({ name }) => changed.has(name)).map((option) => `${option.title}: ${settingWords(option, all[option.name])}`);
    return h("p", { class: "exam-rules", key: "rules" }, words.length ? `${game.title}, with ${words.join("; ")}.` : `${game.title}, with the usual options.`);
  }

  /** An exam is sat under a name that is kept: its certificate says whose it is. */
  beginning() {
    const { exam } = this;
    const who = known();
    if (STAFF.includes(who?.role) || this.sitting?.state === "over" || exam.ended) return null;
    if (!who?.kept) return h("p", { key: "keep" }, "An exam is sat under a name of your own: ", h("a", { href: "/you" }, "choose a passphrase"), ", then come back here.");
    return h("p", { class: "doors", key: "begin" }, h("button", { type: "button", class: "button primary begin", disabled: this.busy, onclick: () => this.begin() }, "Begin: the clock runs"));
  }

  certificate() {
    const says = JSON.parse(this.paper.certificate);
    const file = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(this.paper, null, 1))}`;
    const error = (each) => h("li", { key: each.number }, h("strong", {}, `Question ${each.number}: ${each.asks}`),
      each.right_words && h("p", {}, `Answered: ${each.answered_words}. Right: ${each.right_words}.`), h("p", {}, sentence(each.because)));
    return h("section", { class: classes("panel certificate", says.passed ? "passed" : "failed"), key: "certificate", "aria-labelledby": "certificate" },
      h("h2", { id: "certificate" }, says.passed ? "Certificate: passed" : "Certificate: not passed"),
      h("p", { class: "result-line" }, `${says.learner}: ${says.right} of ${says.number} right, ${dayText(says.ended_at)}.`),
      says.not_reached > 0 && h("p", {}, `${says.not_reached} not reached.`),
      says.errors.length ? [h("h3", { key: "errors" }, "Errors"), h("ol", { class: "slips", key: "slips" }, says.errors.map(error))] : h("p", { key: "none" }, "No error."),
      h("details", {}, h("summary", {}, "Signature"), h("p", { class: "quiet" }, "Ed25519 over the text of the certificate, by the house's key. Anybody can check it, and draw and mark every question again."),
        h("code", { class: "hash" }, this.paper.signature), h("code", { class: "hash" }, this.paper.key)),
      h("p", { class: "doors" }, h("a", { class: "button primary", href: file, download: `houseway-exam-${this.id}.json` }, "Save the certificate"),
        h("button", { type: "button", class: "button", onclick: () => print() }, "Print")));
  }

  /** Nobody sits it any more; certificates stay. */
  async takeAway() {
    if (!confirm(`Take “${this.exam.title}” away? Certificates stay.`)) return;
    await this.attempt(async () => {
      await house.takeAwayExam(this.id);
      location.assign("/school/exams");
    });
  }

  results() {
    const { results, gone } = this.exam;
    return h("section", { class: "panel", key: "results" }, h("h2", {}, "Who sat it"), results.length
      ? figures(["Name", "When", "Right", "Result"], results.map((each, i) => [i, [each.name, dayText(each.begun_at), each.right === null ? "" : `${each.right} of ${this.exam.number}`,
        each.passed === null ? "not over" : each.passed ? "passed" : "not passed"]]), "Who sat this exam")
      : h("p", {}, "Nobody yet. Hand out the address of this page."),
    gone > 0 && h("p", { key: "gone" }, `${gone} more began it and had what is kept of them deleted since: somebody may have sat it again under another name.`),
    isTeaching(known()) && h("p", { class: "doors" }, h("button", { type: "button", class: "button", onclick: () => this.takeAway() }, "Take the exam away")));
  }
}

customElements.define("school-exam", SchoolExam);
