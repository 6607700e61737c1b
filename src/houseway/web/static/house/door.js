// The door of the staff's pages: a guest finds a form to log in, staff of the wrong role a sentence, the others the page.

import { get, known, post, whoAmI } from "/js/api.js";
import { settingsDialog } from "/js/dialogs.js";
import { h, painter, patch } from "/js/dom.js";
import { apply } from "/js/settings.js";

const AGAIN_MS = 3000;

/** A page for some roles. Whoever extends it says `title`, `address`, `roles`, `open()`, `refresh()` and `inside()`. */
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
    if (this.isLetIn) {
      await this.open();
      if (this.refresh) this.again();
    }
    this.problem = "";
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
      if (refusal.code === "forbidden") await whoAmI().catch(() => null);
    }
    this.draw();
    this.again();
  }

  async logIn(form) {
    const { name, password } = Object.fromEntries(new FormData(form));
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

  async logOut() {
    clearTimeout(this.timer);
    await post("/api/session", undefined, "DELETE").catch(() => null);
    await whoAmI().catch(() => null);
    this.problem = "";
    this.draw();
  }

  page() {
    return [this.bar(), this.isLetIn && this.problem && h("p", { class: "banner", role: "alert", key: "problem" },
      sentence(this.problem)),
      h("main", { class: "page staff", tabindex: "-1", key: this.isLetIn ? "inside" : "door" }, this.isLetIn
        ? this.inside() : this.door())];
  }

  bar() {
    const who = known();
    const staff = ["supervisor", "auditor"].includes(who?.role);
    const pages = [["/house", "House", staff], ["/audit", "Audit", who?.role === "auditor"]];
    return h("header", { class: "bar staff-bar", key: "bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
      h("h1", {}, this.heading),
      h("nav", { "aria-label": "Staff" }, pages.filter(([, , may]) => may).map(([address, title]) =>
        h("a", { class: "link", key: address, href: address, "aria-current": address === location.pathname ? "page"
          : null }, title)),
      h("button", { type: "button", class: "link", key: "settings", onclick: () => settingsDialog(false) }, "Settings"),
      staff && h("button", { type: "button", class: "link", key: "out", onclick: () => this.logOut(),
        title: `${who.name}, ${who.role}` }, `Log out ${who.name}`)));
  }

  door() {
    const who = known();
    const wrong = who && !["guest", "player"].includes(who.role);
    return h("form", { class: "log-in panel", key: "log-in", onsubmit: (event) => {
      event.preventDefault();
      this.logIn(event.target);
    } },
    h("h2", {}, "Log in"),
    wrong ? h("p", {}, `This page is for the ${this.roles.join(" and the ")}; you are here as ${who.role}.`)
      : h("p", { class: "quiet" }, `For the ${this.roles.join(" and the ")} of the house. `, "Accounts are made with ",
        h("code", {}, "houseway staff add"), "."),
    who?.role === "player" && h("p", { class: "quiet", key: "player" },
      `You play as ${who.name} in this browser: log in from another one to keep your seat.`),
    h("label", {}, "Name", h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" })),
    h("label", {}, "Password", h("input", { name: "password", type: "password", required: true, maxlength: 200,
      autocomplete: "current-password" })),
    h("p", { class: "bad", role: "alert" }, this.problem && sentence(this.problem)),
    h("button", { class: "button primary" }, "Log in"));
  }
}

export const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** A game as the API describes it, asked for once. */
export function gameOf(slug) {
  games[slug] ??= get(`/api/games/${slug}`);
  return games[slug];
}
const games = {};

/** "16 Nov 2026, 14:03:22" in the reader's own time. */
export const timeText = (micros) => new Date(micros / 1000).toLocaleString("en-GB",
  { dateStyle: "medium", timeStyle: "medium" });
