// Pieces that every view uses: progress, refusals, downloads, fields.

import { h } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import { count, dollars, human, signed } from "./words.js";

/** What is going on at a place, or why nothing is; null where the answer stands. */
export function progress(at, stop) {
  const { question } = at;
  if (!question) return at.answer ? null : h("p", { class: "working" }, "Asking...");
  if (question.state === "refused") return h("p", { class: "refused", role: "alert" }, sentence(question.reason));
  if (question.state === "stopped") return h("p", { class: "working" }, sentence(question.reason || "stopped"));
  if (!question.isBusy) return null;
  const { what = "", done = 0, total = 0, state = "" } = question.told ?? {};
  const words = state === "waiting" ? "Waiting for its turn" : what ? capital(what) : "Asking...";
  return h("div", { class: "working", role: "status" },
    h("span", {}, total > 100 ? `${words}: ${count(done)} of ${count(total)}` : words),
    h("progress", { "aria-label": words, max: total || 1, value: total ? done : null }),
    stop && h("button", { type: "button", class: "button", onclick: stop }, "Stop"));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Links to the same answer as JSON and CSV, and to this page. */
export function downloads(url, tables) {
  const join = url.includes("?") ? "&" : "?";
  return h("p", { class: "downloads" },
    h("a", { href: url, download: "" }, "JSON"),
    tables.map((name) => h("a", { key: name, href: `${url}${join}format=csv&table=${name}`, download: "" }, tables.length > 1 ? `CSV: ${human(name).toLowerCase()}` : "CSV")),
    h("button", { type: "button", onclick: copy }, "Copy link"));
}

async function copy(event) {
  const button = event.target;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy it from the address bar";
  }
  setTimeout(() => { button.textContent = "Copy link"; }, 1500);
}

/** What is being typed stays in its field until it is done, whatever is drawn meanwhile. */
export function typing(shown, name, value, done) {
  shown.drafts ??= {};
  return {
    name,
    value: shown.drafts[name] ?? value,
    oninput: (event) => { shown.drafts[name] = event.target.value; },
    onchange: (event) => {
      delete shown.drafts[name];
      done(event.target.value);
    },
  };
}

/** A choice among [value, title] pairs; one with a third, why it cannot be, cannot be chosen. */
export function choice(name, value, options, pick) {
  return h("select", { name, value, onchange: (event) => pick(event.target.value) },
    options.map(([each, title, against]) => h("option", { key: each, value: each, selected: each === value, disabled: Boolean(against), title: against || null }, title)));
}

/** Fields for the bets of a round, in dollars. */
export function betFields({ game, sheet, go, shown }, bets) {
  const settings = sheet.answer?.options ?? {};
  const wagers = game.wagers.filter((wager) => wager.placed && !wager.toke);
  const follows = (wager) => wager.equals && Object.entries(wager.equals_when).every(([name, value]) => settings[name] === value);
  const place = (name, text) => {
    const cents = Math.round(Number(text) * 100);
    if (!Number.isFinite(cents) || cents < 0) return;
    const next = { ...bets, [name]: cents };
    for (const wager of wagers) if (follows(wager) && wager.equals === name) next[wager.name] = cents;
    go({ bet: Object.entries(next).filter(([, each]) => each > 0).map(([each, amount]) => `${each}=${amount}`), run: "" }, { isTyping: true });
  };
  return h("fieldset", { class: "bets" }, h("legend", {}, "Bets a round"), wagers.map((wager) => h("label", { key: wager.name, class: "money" },
    h("span", {}, wager.title),
    h("input", {
      type: "number", min: 0, step: wager.step_cents / 100, inputmode: "decimal", disabled: Boolean(follows(wager)),
      ...typing(shown, `bet-${wager.name}`, String((bets[wager.name] ?? 0) / 100), (text) => place(wager.name, text)),
    }))));
}

/** The bets in the address, or ten dollars on every spot. */
export function betsOf({ state, game }) {
  const found = {};
  for (const each of state.bet) {
    const at = each.indexOf("=");
    found[each.slice(0, at)] = Number(each.slice(at + 1));
  }
  if (Object.keys(found).length) return found;
  for (const wager of game.wagers) if (wager.placed && !wager.toke) found[wager.name] = 1000;
  return found;
}

export const tile = (title, value, note = "") => h("div", { class: "tile" }, h("dt", {}, title), h("dd", {}, value), note && h("dd", { class: "note" }, note));

export const money = dollars;

/** Amounts of a list of prizes that the rules have in cents. */
export const isMoney = ({ kind, code }) => kind === "prizes" && code.endsWith("_cents");

export const prizesTitle = ({ code }) => human(code.replace(/_cents$/, ""));

/** The title of a wager, whatever the solver calls it. */
export function wagerTitle(game, name) {
  const found = game.wagers.find((wager) => wager.name === name);
  return found ? found.title : name === "round" ? "A round" : human(name);
}

/** Per what edges are told, where it is not their own bet. */
export const units = (found) => found?.units && h("p", { class: "quiet", key: "units" }, found.units);

/** Exact fractions are long: those that fit are shown, the others told on request. */
export function fraction(text) {
  const code = h("code", {}, signed(text));
  return text.length <= 24 ? code : h("details", { class: "fraction" }, h("summary", {}, "exact"), code);
}
