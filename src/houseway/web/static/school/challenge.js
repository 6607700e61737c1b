// The challenge of the day: some questions, the same for everybody. Its address is a permalink.

import { h } from "/js/dom.js";
import { AskingPage } from "./asked.js";
import * as house from "./house.js";

class SchoolChallenge extends AskingPage {
  async open() {
    await house.beSomebody();
    this.day = this.getAttribute("day") ?? (await house.overview()).today;
    if (!this.hasAttribute("day")) history.replaceState(null, "", `/school/challenge/${this.day}`);
    await this.show(await this.fetchQuestion());
  }

  async fetchQuestion() {
    this.state = await house.challenge(this.day);
    return this.state.question;
  }

  async mark(answer) {
    const marked = await house.answer(this.question.id, answer);
    this.state.answered.push(marked.right);
    return marked;
  }

  get heading() {
    return this.state ? `Challenge of ${this.day}: ${this.state.title}` : "Challenge of the day";
  }

  score() {
    const { answered, number } = this.state;
    const word = (i) => (i >= answered.length ? "to come" : answered[i] ? "right" : "wrong");
    return h("ol", { class: "marks", "aria-label": "Answers" }, Array.from({ length: number }, (_, i) =>
      h("li", { key: i, class: word(i).replace(" ", "-"), "aria-label": `Question ${i + 1}: ${word(i)}` }, { right: "✓", wrong: "✗" }[word(i)] ?? String(i + 1))));
  }

  side() {
    return h("section", { class: "panel", key: "score" }, h("h2", {}, "Today's questions"), this.score(),
      h("p", { class: "quiet" }, "The same for everybody. The address of this page is the challenge of this day for good."));
  }

  without() {
    const { answered, number } = this.state;
    const right = answered.filter(Boolean).length;
    return h("main", { class: "page school-page", key: "all" }, h("section", { class: "panel" }, h("h2", {}, `${right} of ${number} right`), this.score(),
      h("p", {}, `That was the challenge of ${this.day}. Send its address to somebody who should try it too:`),
      h("p", {}, h("a", { href: location.pathname }, location.href)),
      h("p", { class: "doors" }, h("a", { class: "button primary", href: `/school/${this.state.game}` }, "To the path of this game"),
        h("a", { class: "button", href: "/school/progress" }, "Progress"))));
  }
}

customElements.define("school-challenge", SchoolChallenge);
