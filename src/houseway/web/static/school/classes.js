// Classes: those one teaches, those one is in. A link that was handed out joins one.

import { known } from "/js/api.js";
import { h } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import * as house from "./house.js";
import { isTeaching, logInView } from "./log_in.js";
import { SchoolPage } from "./shell.js";
import { dayText } from "./when.js";

class SchoolClasses extends SchoolPage {
  said = "";

  async open() {
    this.invited = this.hasAttribute("link");
    this.classes = await house.classes();
  }

  get heading() {
    return "Classes";
  }

  /** Not by following the link alone: a teacher sees what one knows, and that is one's own to say. */
  async join() {
    await this.attempt(async () => {
      this.joined = await house.joinClass(this.getAttribute("link"));
      this.invited = false;
      history.replaceState(null, "", "/school/classes");
      return house.classes();
    });
    if (this.joined) this.said = `You are in “${this.joined.title}”: ${this.joined.by}, who teaches it, sees what you know.`;
    this.draw();
  }

  /** Something that the house may refuse; the classes are as it leaves them. */
  async attempt(work) {
    try {
      this.classes = await work();
      this.said = "";
    } catch (refusal) {
      this.said = sentence(refusal.message);
    }
    this.draw();
  }

  openOne(form) {
    return this.attempt(async () => {
      const made = await house.openClass(new FormData(form).get("title").trim());
      location.assign(`/school/class/${made.id}`);
      return this.classes;
    });
  }

  inside() {
    return h("main", { class: "page school-page", key: "classes" },
      h("div", { class: "welcome" }, h("div", {}, h("h2", {}, "Classes"), h("p", {}, "A teacher opens a class and hands out its link; whoever joins by it shows the teacher what they know."))),
      this.said && h("p", { class: "banner", role: "status", key: "said" }, this.said),
      this.invited && (known()?.kept ? this.invitation() : this.keepFirst()),
      h("section", { class: "panel", key: "mine" }, h("h2", {}, "Yours"), this.classes.length
        ? h("ul", { class: "kinds" }, this.classes.map((each) => this.entry(each))) : h("p", {}, isTeaching(known()) ? "You teach no class yet." : "You are in no class.")),
      isTeaching(known()) ? this.form() : logInView("To open a class", () => this.attempt(() => house.classes())));
  }

  invitation() {
    return h("section", { class: "panel", key: "join", "aria-labelledby": "join-class" }, h("h2", { id: "join-class" }, "Join this class?"),
      h("p", {}, "Whoever teaches it sees what you have learnt, your weak spots and the tables you dealt, before and from now on, until you leave."),
      h("button", { type: "button", class: "button primary", onclick: () => this.join() }, "Join the class"));
  }

  keepFirst() {
    return h("section", { class: "panel", key: "keep" }, h("h2", {}, "One step before you join"),
      h("p", {}, "A class knows its learners by name: ", h("a", { href: "/you" }, "choose a passphrase"), " for yours, then follow the link of the class again."));
  }

  entry({ id, title, by, learners, opened_at: at, link }) {
    return h("li", { key: id }, link ? h("a", { href: `/school/class/${id}` }, title) : h("strong", {}, title),
      h("span", { class: "quiet" }, `${by}, since ${dayText(at)}, ${learners} ${learners === 1 ? "learner" : "learners"}`),
      !link && h("button", { type: "button", class: "link", onclick: () => this.attempt(() => house.leaveClass(id, known().id)) }, "Leave"));
  }

  form() {
    const submit = (event) => {
      event.preventDefault();
      this.openOne(event.target);
    };
    return h("section", { class: "panel", key: "new", "aria-labelledby": "new-class" }, h("h2", { id: "new-class" }, "Open a class"),
      h("form", { class: "school-form", onsubmit: submit },
        h("label", { class: "field" }, "Title", h("input", { name: "title", required: true, maxlength: 80 })),
        h("p", { class: "quiet" }, `You teach as ${known().name}.`),
        h("button", { class: "button primary" }, "Open it")));
  }
}

customElements.define("school-classes", SchoolClasses);
