// A class as its teacher sees it: the link to hand out, every learner's progress and weak spots, and a file of it.

import { h } from "/js/dom.js";
import { toast } from "/js/toast.js";
import { figures } from "./figures.js";
import * as house from "./house.js";
import { SchoolPage } from "./shell.js";
import { dayText } from "./when.js";

class SchoolClass extends SchoolPage {
  async open() {
    const id = this.getAttribute("class");
    [this.found, this.titles] = await Promise.all([house.classOf(id), house.titles()]);
  }

  get heading() {
    return this.found ? `Class: ${this.found.title}` : "Class";
  }

  get link() {
    return new URL(this.found.link, location.origin).href;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link);
      toast("The link is copied");
    } catch {
      toast("Copy it from the field", "bad");
    }
  }

  async remove({ id, name }) {
    if (!confirm(`Take ${name} out of “${this.found.title}”? What they know stays with them.`)) return;
    try {
      await house.leaveClass(this.found.id, id);
      this.found = await house.classOf(this.found.id);
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
    this.draw();
  }

  async close() {
    if (!confirm(`Close “${this.found.title}”? What its learners know stays with them.`)) return;
    try {
      await house.closeClass(this.found.id);
      location.assign("/school/classes");
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
  }

  inside() {
    const { found } = this;
    const learners = found.of_learners;
    const weak = (each) => each.weak.map((kind) => `${kind.title}, ${this.titles.get(kind.game) ?? kind.game}`).join("; ") || "none known";
    const dealt = ({ tables: [last] }) => (last ? `${this.titles.get(last.game) ?? last.game}: ${last.rounds} rounds, ${last.errors} errors, ${Math.round(last.rounds_an_hour)} an hour` : "none yet");
    const row = (each) => [each.id, [each.name, dayText(each.joined_at), each.last_at ? dayText(each.last_at) : "never",
      each.asked ? `${each.right} of ${each.asked} (${Math.round((100 * each.right) / each.asked)} %)` : "none", String(each.due), weak(each), dealt(each),
      h("button", { type: "button", class: "link", "aria-label": `Take ${each.name} out of the class`, onclick: () => this.remove(each) }, "Take out")]];
    return h("main", { class: "page school-page", key: "class" },
      h("div", { class: "welcome" }, h("div", {}, h("h2", {}, found.title), h("p", {}, `${found.by}, since ${dayText(found.opened_at)}`))),
      h("section", { class: "panel", key: "link" }, h("h2", {}, "The link to hand out"),
        h("div", { class: "link-row" }, h("input", { readonly: true, value: this.link, "aria-label": "Link of the class", onfocus: ({ target }) => target.select() }),
          h("button", { type: "button", class: "button", onclick: () => this.copy() }, "Copy"))),
      h("section", { class: "panel", key: "learners" }, h("h2", {}, `${learners.length} ${learners.length === 1 ? "learner" : "learners"}`),
        learners.length ? figures(["Name", "Joined", "Last answer", "Right", "Due", "Weak spots", "Last table dealt", "In the class"], learners.map(row), "Learners") : h("p", {}, "Nobody has followed the link yet."),
        h("p", { class: "doors" }, learners.length > 0 && h("a", { class: "button", href: `/api/school/classes/${found.id}/export`, download: "" }, "Export as CSV"),
          h("button", { type: "button", class: "button", onclick: () => this.close() }, "Close the class"))));
  }
}

customElements.define("school-class", SchoolClass);
