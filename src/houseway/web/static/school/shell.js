// A page of the school: its bar, and what it says while it waits or where it cannot be shown.

import { whoAmI } from "/js/api.js";
import { settingsDialog } from "/js/dialogs.js";
import { h, painter, patch } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import { apply, changed } from "/js/settings.js";

/** Whoever extends it says `heading`, `open()` and `inside()`; `doors()` are its own ways out. */
export class SchoolPage extends HTMLElement {
  async connectedCallback() {
    apply();
    this.draw = painter(() => this.isConnected && this.paint());
    changed.addEventListener("change", this.draw);
    addEventListener("resize", this.draw);
    this.waiting = true;
    this.paint();
    try {
      await whoAmI();
      await this.open();
    } catch (refusal) {
      this.problem = refusal.message;
    }
    this.waiting = false;
    document.title = `${this.heading} · houseway`;
    this.draw();
  }

  disconnectedCallback() {
    changed.removeEventListener("change", this.draw);
    removeEventListener("resize", this.draw);
  }

  get heading() {
    return "The school";
  }

  doors() {
    return [["Progress", "/school/progress"], ["Lobby", "/"]];
  }

  paint() {
    patch(this, this.page());
  }

  page() {
    return [this.bar(), this.problem ? this.refused() : this.waiting ? this.wait() : this.inside()];
  }

  bar() {
    const door = ([title, href]) => h("a", { class: "link", key: href, href, "aria-current": href === location.pathname ? "page" : null }, title);
    const all = [["School", "/school"], ...this.doors()];
    return h("header", { class: "bar school-bar", key: "bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
      h("h1", {}, this.heading),
      h("nav", { "aria-label": "The school" }, all.map(door),
        h("button", { type: "button", class: "link", key: "settings", onclick: () => settingsDialog(false) }, "Settings")));
  }

  wait() {
    return h("main", { class: "page", key: "waiting" }, h("p", { role: "status" }, "A moment …"));
  }

  refused() {
    return h("main", { class: "page", key: "refused" }, h("h2", {}, "This page cannot be shown"),
      h("p", { role: "alert" }, sentence(this.problem)), h("p", {}, h("a", { href: "/school" }, "To the school")));
  }
}
