// What a supervisor does at a table: each is asked for once more, with the reason that goes on record.

import { post } from "/js/api.js";
import { isFilledIn } from "/js/amiss.js";
import { openDialog } from "/js/dialogs.js";
import { h } from "/js/dom.js";
import { newId } from "/js/line.js";
import { dollars } from "/js/money.js";
import { toast } from "/js/toast.js";
import { counted, sentence } from "./parts.js";
import { signOut } from "./staff.js";

const REASON_MAX = 500;

export const command = (table, name, what = {}, seen = null) =>
  post(`/api/tables/${encodeURIComponent(table)}/commands`, { id: newId(), do: name, seen, what });

/**
 * A form over the page. `fields` draws it, `typed` hears what is written and may draw it again later, `send` carries it
 * out; where the house refuses, its sentence stands in the form, in its `words`, until something else is written, and what
 * was written stays. With `atOnce` it is heard as it stands before anybody writes.
 */
export function askForm(title, asked) {
  const { fields, button, send, typed = null, atOnce = false, tone = "", kind = "small", words = String, done } = asked;
  let problem = "";
  let isSending = false;
  let draw = null;
  const submit = async (form, again, close) => {
    const sender = form.querySelector("[data-send]");
    sender.disabled = isSending = true;
    problem = "";
    again();
    try {
      await send(form);
    } catch (refusal) {
      problem = words(refusal.message);
      sender.disabled = isSending = false;
      again();
      form.querySelector(".problem")?.scrollIntoView({ block: "nearest" });
      return;
    }
    close();
    await done();
  };
  const opened = openDialog(title, ({ again, close }) => {
    draw = again;
    const oninput = (event) => {
      problem = "";
      typed?.(event.currentTarget, again);
      again();
    };
    const onsubmit = (event) => {
      event.preventDefault();
      if (isFilledIn(event.target)) submit(event.target, again, close);
    };
    return h("form", { class: "ask", novalidate: true, oninput, onsubmit },
      fields(),
      h("p", { class: "bad problem", role: "alert", key: "problem" }, problem && sentence(problem)),
      h("div", { class: "send", key: "send" },
        isSending && h("span", { class: "quiet", key: "sending", role: "status" }, "A moment …"),
        h("button", { key: "cancel", type: "button", class: "button", onclick: close }, "Cancel"),
        h("button", { key: "go", class: `button primary ${tone}`, "data-send": true }, button)));
  }, kind);
  opened.then(() => {
    document.querySelector("dialog[open] [data-first]")?.focus();
    if (atOnce) typed(document.querySelector("dialog[open] form"), draw);
  });
}

/** A reason is for the record; one that is `told` the players read too. */
export const reasonField = (first = true, told = false) => h("label", { class: "field", key: "reason" },
  h("span", {}, told ? "Reason: on record, and players read it" : "Reason, for the record"),
  h("input", { name: "reason", required: true, maxlength: REASON_MAX, autocomplete: "off", "data-first": first,
    "data-needs": told ? "Say why: players read it, and it goes on record." : "Say why: it goes on record." }));

export const choice = (name, title, choices, now, first = false, props = {}) => h("label", { class: "field", key: name },
  h("span", {}, title),
  h("select", { name, "data-first": first, ...props }, choices.map(([value, text]) =>
    h("option", { value, key: value, selected: value === now }, String(text)))));

/**
 * `name` is the command; `what` reads its words off the form, `more` draws fields beside the reason, which players read
 * where it is `told`. The rest is that of any form.
 */
export function act(table, done, asked) {
  const { title, about, name, said, reason = true, told = false, seen = null, what = () => ({}), more, ...form } = asked;
  askForm(`${title}: ${table.config.title}`, {
    fields: () => [h("p", { key: "about" }, about), more?.(), reason && reasonField(!more, told)],
    ...form,
    done,
    send: async (element) => {
      const recorded = reason ? { reason: element.elements.reason.value } : {};
      await command(table.table, name, { ...what(element), ...recorded }, seen);
      toast(said, "good");
    },
  });
}

/** Whom it concerns now: who sits here with what, and what lies on the felt. */
function whoIsThere({ players, accounts }) {
  const felt = accounts.felt ? ` ${dollars(accounts.felt)} of bets lies on the felt.` : "";
  const people = players.filter(({ bot }) => !bot).map(({ name, cents }) => `${name} with ${dollars(cents)}`);
  const bots = players.length - people.length;
  const all = [...people, ...(bots ? [counted(bots, "bot")] : [])];
  return all.length ? ` At the table: ${all.join(", ")}.${felt}` : " Nobody sits here.";
}

export const closeTable = (table, done) => act(table, done, {
  name: "close",
  told: true,
  title: "Close the table",
  about: "Bets on the felt go back. Nobody can play until it is reopened; whoever sits there keeps seat and chips."
    + whoIsThere(table),
  button: "Close the table",
  tone: "grave",
  said: "the table is closed",
});

export const retireTable = (table, done) => act(table, done, {
  name: "retire",
  told: true,
  title: "Retire the table",
  about: "Bets on the felt go back, everybody gets up with their chips in the cage, and the cards are shown. The table "
    + "leaves the lobby, also after a restart; its rounds can still be looked at. It can be opened again here." + whoIsThere(table),
  button: "Retire the table",
  tone: "grave",
  said: "the table is retired",
});

export const reopenTable = (table, done) => act(table, done, {
  name: "reopen",
  title: "Reopen the table",
  about: `It was closed: ${sentence(table.closed)}`,
  button: "Reopen the table",
  reason: false,
  said: "the table is open",
});

/** On what the supervisor sees: a round that was settled meanwhile stays so, and the next is not void in its place. */
export const voidRound = (table, done) => act(table, done, {
  name: "void",
  told: true,
  title: "Void the round",
  about: `For a malfunction: bets of round ${table.rounds} still in action go back, and its cards are shown.`
    + whoIsThere(table),
  button: `Void round ${table.rounds}`,
  tone: "grave",
  seen: table.version,
  said: "the round is void",
});

export const removeBot = (table, player, done) => act(table, done, {
  name: "remove_bot",
  title: "Remove a bot",
  about: `${player.name} gets up from seat ${player.seats[0]}, after the round if one is on.`,
  button: `Remove ${player.name}`,
  reason: false,
  what: () => ({ seat: player.seats[0] }),
  said: `${player.name} leaves`,
});

/** Whoever has the session, with a stolen cookie or by right, is a guest everywhere; the seat is kept a while. */
export const endSession = (table, player, done) => askForm(`Sign out: ${player.name}`, {
  fields: () => h("p", { key: "about" },
    `${player.name} is a guest from now on. The seat is kept ${table.config.keep_seat_s} s; chips go to the cage.`),
  button: `Sign out ${player.name}`,
  tone: "grave",
  done,
  send: async () => {
    await signOut(player.player);
    toast(`${player.name} is signed out`, "good");
  },
});

export function seatBot(table, game, done) {
  const taken = table.players.flatMap((player) => player.seats);
  const seats = Array.from({ length: table.config.seats }, (_, i) => i + 1);
  const free = seats.filter((seat) => !taken.includes(seat));
  act(table, done, {
    name: "add_bot",
    title: "Seat a bot",
    about: free.length ? "It is marked as a bot and bets the least on what is required." : "Every seat is taken.",
    button: "Seat the bot",
    reason: false,
    what: (form) => ({ seat: Number(form.elements.seat.value), strategy: form.elements.strategy.value }),
    more: () => [
      choice("seat", "Seat", free.map((seat) => [seat, `Seat ${seat}`]), free.at(-1), true,
        { required: true, "data-needs": "Every seat is taken: somebody has to get up first." }),
      choice("strategy", "Plays", game.strategies.map((name) => [name, `the ${name} strategy`]), game.strategies[0]),
    ],
    said: "a bot sits down",
  });
}
