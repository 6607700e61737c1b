// The door of the staff's pages: a guest finds a form to log in, the wrong role a sentence, the others the page.

import { isFilledIn } from "/js/amiss.js";
import { get, known, post, whoAmI } from "/js/api.js";
import { settingsDialog } from "/js/dialogs.js";
import { h, painter, patch } from "/js/dom.js";
import { apply } from "/js/settings.js";
import { button, sentence } from "./parts.js";
import { staffDialog } from "./staff.js";

const AGAIN_MS = 3000;
const STAFF = ["supervisor", "auditor"];
const ACCOUNTS = [...STAFF, "teacher"];

/** A page for some roles. Whoever extends it says `heading`, `roles`, `open()`, `inside()` and perhaps `refresh()`. */
export class StaffPage extends HTMLElement {
  async connectedCallback() {
    apply();
    this.problem = "";
    this.draw = painter(() => this.isConnected && patch(this, this.page()));
    document.title = `${this.heading} · houseway`;
    try {
      await whoAmI();
      await this.enter();
    } catch (refusal) {
      this.problem = refusal.message;
      this.draw();
      setTimeout(() => this.isConnected && this.connectedCallback(), AGAIN_MS);
    }
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  get isLetIn() {
    return this.roles.includes(known()?.role);
  }

  async enter() {
    this.opened = false;
    this.problem = "";
    if (this.isLetIn) {
      await this.open();
      this.opened = true;
      if (this.refresh) this.again();
    }
    this.draw();
  }

  again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), AGAIN_MS);
  }

  /** Ask for what is new; what keeps us from it is said until it is over. */
  async look() {
    if (!this.isConnected || !this.isLetIn) return;
    try {
      if (!document.hidden) await this.refresh();
      this.problem = "";
    } catch (refusal) {
      this.problem = refusal.message;
      if (refusal.code === "forbidden") {
        await whoAmI().catch(() => null);
        if (!ACCOUNTS.includes(known()?.role)) this.problem = "you are logged out: log in again";
      }
    }
    this.draw();
    this.again();
  }

  async logIn(form) {
    const { name, password } = Object.fromEntries(new FormData(form));
    this.problem = "";  // what was wrong with the last try is not said of this one, which takes a moment
    this.draw();
    try {
      await post("/api/staff/login", { name: name.trim(), password });
      await whoAmI();
      await this.enter();
      this.querySelector("main")?.focus();
    } catch (refusal) {
      this.problem = refusal.message;
      form.elements.password.value = "";
      form.elements.password.focus();
      this.draw();
    }
  }

  async logOut(everywhere = false) {
    clearTimeout(this.timer);
    await post(`/api/session?everywhere=${everywhere}`, undefined, "DELETE").catch(() => null);
    await whoAmI().catch(() => null);
    this.problem = "";
    this.draw();
  }

  page() {
    const inside = this.isLetIn;
    return [
      this.bar(),
      inside && this.problem && h("p", { class: "banner", role: "alert", key: "problem" }, sentence(this.problem)),
      h("main", { class: "page staff", tabindex: "-1", key: inside ? "inside" : "door" },
        !inside ? this.door() : this.opened ? this.inside() : h("p", { class: "quiet" }, "A moment …")),
    ];
  }

  bar() {
    const who = known();
    const isStaff = STAFF.includes(who?.role);
    const hasAccount = ACCOUNTS.includes(who?.role);
    const door = (address, title) => h("a", { class: "link", key: address, href: address,
      "aria-current": address === location.pathname ? "page" : null }, title);
    return h("header", { class: "bar staff-bar", key: "bar" },
      h("a", { class: "brand", href: "/" }, "houseway"),
      h("h1", {}, this.heading),
      h("nav", { "aria-label": "Staff" },
        isStaff && door("/house", "House"),
        isStaff && door("/house/books", "Books"),
        isStaff && door("/lab", "Lab"),
        who?.role === "auditor" && door("/audit", "Audit"),
        hasAccount && who.role !== "auditor" && door("/school/classes", "Classes"),
        button("Settings", () => settingsDialog(false), { class: "link" }),
        isStaff && button("Staff", staffDialog, { class: "link" }),
        hasAccount && button(`Log out ${who.name}`, () => this.logOut(), { class: "link", title: who.role }),
        hasAccount && button("Log out everywhere", () => this.logOut(true),
          { class: "link", title: "in every browser where you are logged in" })));
  }

  door() {
    const who = known();
    const roles = this.roles.join(" and the ");
    const onsubmit = (event) => {
      event.preventDefault();
      if (isFilledIn(event.target)) this.logIn(event.target);
    };
    return h("form", { class: "log-in panel", key: "log-in", novalidate: true, onsubmit },
      h("h2", {}, "Log in"),
      ACCOUNTS.includes(who?.role) ? h("p", {}, `This page is for the ${roles}; you are here as ${who.role}.`)
        : h("p", { class: "quiet" }, `For the ${roles} of the house. The first account is made with `,
          h("code", {}, "houseway staff add"), "."),
      who?.role === "player" && h("p", { class: "quiet", key: "player" },
        `You play as ${who.name} in this browser: log in from another one to keep your seat.`),
      h("label", {}, "Name", h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" })),
      h("label", {}, "Password", h("input", {
        name: "password", type: "password", required: true, maxlength: 200, autocomplete: "current-password" })),
      h("p", { class: "bad", role: "alert" }, this.problem && sentence(this.problem)),
      h("button", { class: "button primary" }, "Log in"));
  }
}

/** A game as the API describes it, asked for once. */
export function gameOf(slug) {
  games[slug] ??= get(`/api/games/${slug}`);
  return games[slug];
}
const games = {};
