// What a supervisor does at a table: each is asked for once more, with the reason that goes on record.

import { post } from "/js/api.js";
import { openDialog } from "/js/dialogs.js";
import { h } from "/js/dom.js";
import { newId } from "/js/line.js";
import { toast } from "/js/toast.js";
import { sentence } from "./door.js";

const REASON_MAX = 500;

export const command = (table, name, what = {}, seen = null) =>
  post(`/api/tables/${encodeURIComponent(table)}/commands`, { id: newId(), do: name, seen, what });

/** A form over the page. `fields` draws it; `send` carries it out or is refused, and then the sentence stands there. */
export function askForm(title, { fields, button, send, typed = null, tone = "", kind = "small", done }) {
  let problem = "";
  let first = true;
  openDialog(title, ({ again, close }) => {
    if (first) requestAnimationFrame(() => document.querySelector("dialog[open] [data-first]")?.focus());
    first = false;
    return h("form", { class: "ask", oninput: typed && ((event) => {
      typed(event.currentTarget);
      again();
    }), onsubmit: async (event) => {
      event.preventDefault();
      const form = event.target;
      form.querySelector("[data-send]").disabled = true;
      try {
        await send(form);
        close();
        await done();
      } catch (refusal) {
        problem = refusal.message;
        form.querySelector("[data-send]").disabled = false;
        again();
      }
    } }, fields(), h("p", { class: "bad problem", role: "alert", key: "problem" }, problem && sentence(problem)),
    h("div", { class: "send", key: "send" }, h("button", { type: "button", class: "button", onclick: close }, "Cancel"),
      h("button", { class: `button primary ${tone}`, "data-send": true }, button)));
  }, kind);
}

export const reasonField = (first = true) => h("label", { class: "field", key: "reason" },
  h("span", {}, "Reason, for the record"),
  h("input", { name: "reason", required: true, maxlength: REASON_MAX, autocomplete: "off", "data-first": first }));

const reasonOf = (form) => form.elements.reason.value;

function act(table, title, { about, button, name, reason = true, seen = null, what = () => ({}), more = null, tone,
  said, done }) {
  askForm(`${title}: ${table.config.title}`, {
    fields: () => [h("p", { key: "about" }, about), more?.(), reason && reasonField(!more)],
    button,
    tone,
    done,
    send: async (form) => {
      await command(table.table, name, { ...what(form), ...(reason ? { reason: reasonOf(form) } : {}) }, seen);
      toast(said, "good");
    },
  });
}

export const closeTable = (table, done) => act(table, "Close", { name: "close", button: "Close the table",
  tone: "grave", done, said: "the table is closed",
  about: "Bets on the felt go back to the players. Nobody can play until it is reopened; those who sit keep their seats and chips." });

export const reopenTable = (table, done) => act(table, "Reopen", { name: "reopen", button: "Reopen the table",
  reason: false, done, said: "the table is open",
  about: `It was closed: ${sentence(table.closed)}` });

/** On what the supervisor sees: a round that was settled meanwhile stays settled,
  and the next one is not void instead. */
export const voidRound = (table, done) => act(table, "Void the round",
  { name: "void", button: `Void round ${table.rounds}`, tone: "grave", seen: table.version, done,
  said: "the round is void",
    about: `For a malfunction: every bet of round ${table.rounds} goes back, and its cards are shown.` });

export const removeBot = (table, player, done) => act(table, "Remove a bot",
  { name: "remove_bot", button: `Remove ${player.name}`, reason: false, done, said: `${player.name} leaves`,
  what: () => ({ seat: player.seats[0] }),
    about: `${player.name} gets up from seat ${player.seats[0]}, after the round if one is on.` });

export function seatBot(table, game, done) {
  const taken = new Set(table.players.flatMap((player) => player.seats));
  const free = Array.from({ length: table.config.seats }, (_, i) => i + 1).filter((seat) => !taken.has(seat));
  act(table, "Seat a bot", { name: "add_bot", button: "Seat the bot", reason: false, done, said: "a bot sits down",
    about: free.length ? "It is marked as a bot and bets the table's least on what is required."
      : "Every seat is taken.",
    what: (form) => ({ seat: Number(form.elements.seat.value), strategy: form.elements.strategy.value }),
    more: () => [choice("seat", "Seat", free.map((seat) => [seat, `Seat ${seat}`]), free.at(-1), true),
      choice("strategy", "Plays", game.strategies.map((name) => [name, name]), game.strategies[0])] });
}

export const choice = (name, title, choices, now, first = false) => h("label", { class: "field", key: name },
  h("span", {}, title),
  h("select", { name, "data-first": first }, choices.map(([value, text]) =>
    h("option", { value, key: value, selected: value === now }, String(text)))));
