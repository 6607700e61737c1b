// Classes: those one teaches, those one is in. A link that was handed out joins one.

import { known } from "/js/api.js";
import { h } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import * as house from "./house.js";
import { SchoolPage } from "./shell.js";
import { dayText } from "./when.js";

class SchoolClasses extends SchoolPage {
  said = "";

  async open() {
    if (this.hasAttribute("link")) await this.join();
    this.classes = await house.classes();
  }

  get heading() {
    return "Classes";
  }

  async join() {
    await house.beSomebody();
    const joined = await house.joinClass(this.getAttribute("link"));
    this.said = `You are in “${joined.title}” of ${joined.by}: your teacher sees what you know.`;
  }

  async openOne(form) {
    try {
      await house.beSomebody();
      const made = await house.openClass(new FormData(form).get("title").trim());
      location.assign(`/school/class/${made.id}`);
    } catch (refusal) {
      this.said = sentence(refusal.message);
      this.draw();
    }
  }

  inside() {
    const submit = (event) => {
      event.preventDefault();
      this.openOne(event.target);
    };
    const item = ({ id, title, by, learners, opened_at: at, link }) => h("li", { key: id },
      link ? h("a", { href: `/school/class/${id}` }, title) : h("strong", {}, title),
      h("span", { class: "quiet" }, `${by}, since ${dayText(at)}, ${learners} ${learners === 1 ? "learner" : "learners"}`));
    return h("main", { class: "page school-page", key: "classes" },
      h("div", { class: "welcome" }, h("div", {}, h("h2", {}, "Classes"), h("p", {}, "A teacher opens a class and hands out its link; learners who follow it show the teacher what they know."))),
      this.said && h("p", { class: "banner", role: "status", key: "said" }, this.said),
      h("section", { class: "panel", key: "mine" }, h("h2", {}, "Yours"), this.classes.length ? h("ul", { class: "kinds" }, this.classes.map(item)) : h("p", {}, "You teach no class and are in none.")),
      h("section", { class: "panel", key: "new", "aria-labelledby": "new-class" }, h("h2", { id: "new-class" }, "Open a class"),
        h("form", { class: "school-form", onsubmit: submit },
          h("label", { class: "field" }, "Title", h("input", { name: "title", required: true, maxlength: 80 })),
          h("p", { class: "quiet" }, known()?.kept ? `You teach as ${known().name}.` : ["A teacher has a name that is kept: choose a ", h("a", { href: "/you" }, "passphrase"), " first, so that the class is still yours tomorrow."]),
          h("button", { class: "button primary" }, "Open it"))));
  }
}

customElements.define("school-classes", SchoolClasses);
