// Rules of play, paytables and settings: one click away, over the table.

import { get } from "./api.js";
import { h, patch } from "./dom.js";
import { loadRules } from "./game.js";
import { guideAgain } from "./guide.js";
import { dollars, purseText } from "./money.js";
import { SKIP } from "./pace.js";
import { choose, settings } from "./settings.js";

/** Opens a dialog; `fill` describes its inside, at once or later, and can ask to be drawn again or closed. */
export async function openDialog(title, fill, kind = "") {
  const dialog = document.createElement("dialog");
  dialog.className = `sheet ${kind}`;
  dialog.setAttribute("aria-label", title);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  const close = () => dialog.close();
  const show = (inside) => patch(dialog, [
    h("header", {}, h("h2", {}, title), h("button", { type: "button", class: "link", onclick: close }, "Close")),
    h("div", { class: "inside", tabindex: "0", role: "region", "aria-label": title }, inside)]);
  const draw = async () => {
    try {
      show(await fill({ again: draw, close }));
    } catch (refusal) {
      show(h("p", { class: "bad" }, refusal.message));
    }
  };
  show(h("p", {}, "A moment …"));
  dialog.showModal();
  await draw();
}

/** The options that are not the usual ones, or that hang on others, so that the rules tell what this table pays. */
function ownOptions(game, options) {
  const own = game.options.filter(({ name, default: usual, default_when: hangs }) =>
    name in options && (options[name] !== usual || hangs.length > 0));
  return own.length ? `?${new URLSearchParams(own.map(({ name }) => ["set", `${name}=${options[name]}`]))}` : "";
}

/** The rules for players, and their paragraphs one click away. */
export function rulesDialog(game, options) {
  const asked = ownOptions(game, options);
  let [inFull, primer] = [false, null];
  openDialog(`Rules: ${game.title}`, async ({ again }) => {
    const [{ primerView, sectionsOf }] = await Promise.all([import("./primer.js"), game.paragraphs ?? loadRules(game)]);
    primer ??= await get(`/api/games/${game.slug}/primer${asked}`);
    const turn = ({ target }) => {
      inFull = !inFull;
      target.closest(".inside").scrollTop = 0;
      again();
    };
    return [
      h("div", { class: "ways", key: "ways" },
        h("button", { type: "button", class: "button", onclick: turn }, inFull ? "The rules for players" : "Paragraph by paragraph"),
        h("a", { class: "link", href: `/rules/${game.slug}${asked}`, target: "_blank" }, "On a page of its own")),
      h("div", { class: "rules-page", key: inFull ? "in-full" : "primer" }, inFull
        ? sectionsOf(game).map(([section, list]) => [h("h3", { key: section }, section), list]) : primerView(game, primer)),
    ];
  });
}

/** What is posted at the table: only rows that can be won here. */
export function paysDialog(table) {
  openDialog("What pays at this table", async () => {
    const sign = await get(`/api/tables/${encodeURIComponent(table)}/sign`);
    return [
      sign.odds.map((box) => rows(box.title, box.rows.map(([name, num, den]) => [name, odds(num, den)]))),
      sign.prizes.map((box) => rows(box.title, box.rows)),
      rows("Limits", sign.limits.map(({ wagers, limits, note }) => [`${wagers.join(", ")} (${note})`,
        `${dollars(limits.least_cents)} to ${dollars(limits.most_cents)}`])),
      sign.cap && h("p", { key: "cap" }, sign.cap),
    ];
  }, "pays");
}

/** What is posted has changed: nobody goes on reading what was. */
export const closePays = () => document.querySelector("dialog.pays")?.close();

function odds(num, den) {
  if (num === 0) return "push";
  if (num < 0) return "loses half";
  return `${num.toLocaleString("en-US")} to ${den}`;
}

function rows(title, pairs) {
  return h("table", {}, h("caption", {}, title), h("tbody", {}, pairs.map(([name, value]) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, String(value))))));
}

const CHOICES = [
  ["theme", "Colours", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]]],
  ["deck", "Deck", [["four", "Four colours"], ["two", "Two colours"]]],
  ["motion", "Movement", [["auto", "As the system"], ["off", "None"]]],
  ["pace", "Pace of the cards", [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["once", "At once"]],
    `${SKIP.toUpperCase()}, Escape or a tap on the felt shows what is dealt, at any pace.`],
  ["bots", "Bots", [["watch", "At that pace"], ["once", "At once"]], "On this screen; the house hears them at once anyway."],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
  ["keys", "Single keys", [["on", "On"], ["off", "Off"]]],
  ["heard", "Screen readers hear", [["own", "You and the dealer"], ["all", "Every seat"]]],
];
const HINTS = ["hints", "Hints at practice tables", [["before", "Before the choice"], ["after", "After the choice"]]];

export function settingsDialog(practice) {
  openDialog("Settings", ({ again, close }) => {
    const anew = () => {
      guideAgain();
      close();
    };
    const shown = [...CHOICES, ...(practice ? [HINTS] : [])].map(([name, title, choices, note]) =>
      h("fieldset", { class: "choices", key: name }, h("legend", {}, title), choices.map(([value, label]) => {
        const onchange = () => {
          choose(name, value);
          again();
        };
        return h("label", { key: value },
          h("input", { type: "radio", name, checked: settings[name] === value, onchange }), label);
      }), note && h("p", { class: "quiet", key: "note" }, note)));
    return [shown, h("button", { key: "guide", type: "button", class: "button", onclick: anew }, "Guide me again")];
  }, "small");
}

/** Usual amounts to buy in for: at least so much. */
export function amountsOf({ buy_in: [least, most] }, needed = 0) {
  const amounts = [...new Set([least, 10000, 20000, 50000, 100000, most])].sort((one, other) => one - other);
  const sold = amounts.filter((cents) => cents >= least && cents <= most);
  const enough = sold.filter((cents) => cents >= needed);
  return enough.length ? enough : [most];
}

/** Leaving in the middle of something: what becomes of it, and how the sitting went. */
export function leaveDialog({ happens, sum, leave }) {
  openDialog("Leave the table?", ({ close }) => {
    const go = () => {
      close();
      leave();
    };
    return [h("p", { class: "happens" }, happens), h("p", { class: "quiet" }, `So far: ${sum}.`),
      h("div", { class: "amounts" }, h("button", { type: "button", class: "button", onclick: go }, "Leave"),
        h("button", { type: "button", class: "button primary", onclick: close }, "Stay"))];
  }, "small");
}

export function buyInDialog(facts, buy, practice) {
  const amounts = amountsOf(facts).slice(0, 5);
  let purse = practice ? "Practice chips: your purse is not touched." : null;  // read off the ledger: nobody waits for it
  openDialog("Buy in", ({ again, close }) => {
    const sell = (cents) => {
      close();
      buy(cents);
    };
    if (purse === null) {
      purse = "";
      get("/api/you").then(({ purse_cents: cents }) => {
        purse = purseText(cents);
        again();
      }, () => {});
    }
    return [h("p", {}, "Play money from the cage. It cannot be bought or redeemed."),
      h("p", { class: "purse", role: "status" }, purse),
      h("div", { class: "amounts" }, amounts.map((cents) =>
        h("button", { type: "button", class: "button", onclick: () => sell(cents) }, dollars(cents))))];
  }, "small");
}
