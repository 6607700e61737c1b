// The four ways in which a question is answered. Each is drawn in the dock, hears single keys, and gives its answer to
// `send`; `redraw` shows what changed meanwhile. What is right is known to none of them.

import { chipView, stackView } from "/js/chips.js";
import { KEYS, button } from "/js/dock.js";
import { classes, h } from "/js/dom.js";
import { CHIPS, dollars } from "/js/money.js";
import { cardFace } from "/js/words.js";
import * as tape from "/js/tape.js";

const SIGNS = "123456789abcdefghijklmopqrstuvwxyz";  // n is "next" everywhere
const CLEAN = "clean";
const STEP_MS = 900;  // a dealer's pace
const THOUSANDS = /,(?=\d{3}(?:\D|$))/g;  // "16,599", as amounts are told
const CENT = /^\$?\s*(\d{1,10})(?:[.,](\d{1,2}))?$/;

export function formOf(question, send, redraw) {
  const { is } = question.form;
  return new { choose: Choosing, pick: Picking, cents: Cutting, point: Pointing }[is](question, send, redraw);
}

class Form {
  constructor(question, send, redraw) {
    Object.assign(this, { question, ...question.form, send, redraw });
  }

  /** What the felt needs so that cards can be picked; none elsewhere. */
  get pick() {
    return null;
  }

  /** So many rows of the tape are shown. */
  get shown() {
    return this.question.tape.length;
  }

  press() {
    return false;
  }

  how() {
    return "";
  }
}

/** A list of answers, each with its key. */
class Choosing extends Form {
  draw() {
    return choices(this.options, (key) => this.send(key));
  }

  press(letter) {
    const chosen = this.options[SIGNS.indexOf(letter)];
    if (chosen) this.send(chosen.key);
    return Boolean(chosen);
  }

  how() {
    return this.options.map(({ words }, i) => `${SIGNS[i]}: ${words}`).join("; ");
  }

  inWords(answer) {
    return this.options.find(({ key }) => key === answer)?.words ?? String(answer);
  }
}

function choices(options, choose) {
  return h("div", { class: classes("answers", options.length > 4 && "many"), role: "group", "aria-label": "Answers" },
    options.map(({ key, words }, i) => h("button", {
      key, type: "button", class: "button answer", "aria-keyshortcuts": SIGNS[i], "data-answer": key, onclick: () => choose(key),
    }, h("kbd", { "aria-hidden": "true" }, SIGNS[i]), h("span", {}, words))));
}

/** Cards of a hand, picked where they lie on the felt. */
class Picking extends Form {
  picked = new Set();

  get pick() {
    return { picked: this.picked, toggle: (number) => this.toggle(number) };
  }

  toggle(number) {
    if (!this.picked.delete(number)) {
      if (this.picked.size >= this.count) this.picked.delete(this.picked.values().next().value);
      this.picked.add(number);
    }
    this.redraw();
  }

  give() {
    if (this.picked.size === this.count) this.send([...this.picked].map((number) => number - 1).sort((a, b) => a - b));
  }

  draw() {
    const faces = this.cards([...this.picked].map((number) => number - 1).sort((a, b) => a - b));
    return h("div", { class: "answers" },
      h("p", { class: "picked-now", role: "status" }, `${this.picked.size} of ${this.count} picked${faces ? `: ${faces}` : ""}`),
      button("These", { hot: KEYS.deal, kind: "primary", onclick: () => this.give(), disabled: this.picked.size !== this.count }));
  }

  press(letter) {
    const number = Number(letter);
    if (number >= 1 && number <= this.held) this.toggle(number);
    else if (letter === KEYS.deal) this.give();
    else return false;
    return true;
  }

  how() {
    return `Pick ${this.count} cards by their numbers, 1 to ${this.held}, then press ${KEYS.deal}`;
  }

  cards(places) {
    const held = tape.cardsAt(tape.sceneOf(this.question.tape), this.seat, this.hand);
    return places.map((place) => cardFace(held[place])).join(" ");
  }

  inWords(answer) {
    return this.cards(answer);
  }
}

/** An amount, written or cut in chips. */
export class Cutting extends Form {
  written = "";
  verb = "Pay it";

  get sum() {
    const found = CENT.exec(this.written.trim().replace(THOUSANDS, ""));
    return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
  }

  add(worth) {
    this.write(((this.sum ?? 0) + worth) / 100);
  }

  write(amount) {
    this.written = amount === "" ? "" : Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
    this.redraw();
  }

  give() {
    if (this.sum !== null) this.send(this.sum);
  }

  draw() {
    const submit = (event) => {
      event.preventDefault();
      this.give();
    };
    const chip = (worth) => h("button", {
      key: worth, type: "button", class: "chip-choice", "aria-label": `Add a chip of ${dollars(worth)}`, title: dollars(worth), onclick: () => this.add(worth),
    }, chipView(worth));
    const cut = this.sum ? stackView(this.sum) : h("span", { class: "quiet" }, "No chips cut");
    return h("form", { class: "answers cutting", onsubmit: submit },
      h("div", { class: "rack-chips", role: "group", "aria-label": "Chips to cut" }, CHIPS.map(chip)),
      h("div", { class: "cut", "aria-hidden": "true" }, cut),
      h("label", { class: "amount-field" }, "Dollars",
        h("input", { name: "amount", inputmode: "decimal", autocomplete: "off", maxlength: 14, ".value": this.written, "data-focus": "",
          oninput: ({ target }) => {
            this.written = target.value;
            this.redraw();
          },
          onkeydown: (event) => {  // by itself Enter does nothing until the button is drawn anew, which may be a moment
            if (event.key !== "Enter") return;
            event.preventDefault();
            this.give();
          } })),
      h("button", { class: "button primary", disabled: this.sum === null }, this.verb),
      button("Nothing", { onclick: () => this.send(0) }),
      this.written && button("Clear", { onclick: () => this.write("") }));
  }

  how() {
    return "Write the amount in dollars and press Enter";
  }

  inWords(answer) {
    return dollars(answer);
  }
}

/** A round to watch: stop it where it goes wrong and name the fault, or let it pass. */
class Pointing extends Form {
  stopped = false;

  constructor(...given) {
    super(...given);
    const dealt = this.rows.findIndex((row) => this.question.tape[row][0] !== tape.STAKE);
    this.at = Math.max(dealt - 1, 0);  // of `rows`, the step that is shown last: the bets are down
  }

  get shown() {
    return this.rows[this.at] + 1;
  }

  get isAtEnd() {
    return this.at === this.rows.length - 1;
  }

  play() {
    if (this.playing) this.pause();
    else this.playing = setInterval(() => (this.isAtEnd ? this.pause() : this.go(this.at + 1)), STEP_MS);
    this.redraw();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.redraw();
  }

  go(at) {
    if (this.stopped) return;
    this.at = Math.max(0, Math.min(at, this.rows.length - 1));
    this.redraw();
  }

  stop(stopped = true) {
    this.pause();
    this.stopped = stopped;
    this.redraw();
  }

  draw() {
    const words = this.tell?.(this.rows[this.at]) ?? "";
    if (this.stopped) return [
      h("p", { class: "stopped-at", key: "stopped" }, h("strong", {}, "Stopped at: "), words),
      choices(this.faults, (key) => this.send([this.rows[this.at], key])),
      button("Go on", { hot: "n", onclick: () => this.stop(false) }),
    ];
    return h("div", { class: "answers stepping-on" },
      h("p", { class: "said", role: "status" }, h("span", { class: "quiet" }, `Step ${this.at + 1} of ${this.rows.length} `), words),
      button("Back", { hot: "b", onclick: () => this.go(this.at - 1), disabled: this.at === 0 }),
      button("Next", { hot: "n", onclick: () => this.go(this.at + 1), disabled: this.isAtEnd }),
      button(this.playing ? "Pause" : "Play", { hot: "p", onclick: () => this.play(), disabled: this.isAtEnd }),
      button("Stop the game", { hot: "s", kind: "primary", onclick: () => this.stop() }),
      button("The round is clean", { hot: "c", onclick: () => this.send(CLEAN) }));
  }

  press(letter) {
    if (this.stopped) {
      const fault = this.faults[SIGNS.indexOf(letter)];
      if (letter === "n") this.stop(false);
      else if (fault) this.send([this.rows[this.at], fault.key]);
      return letter === "n" || Boolean(fault);
    }
    const doing = { n: () => this.go(this.at + 1), b: () => this.go(this.at - 1), p: () => this.play(), s: () => this.stop(), c: () => this.send(CLEAN) }[letter];
    doing?.();
    return Boolean(doing);
  }

  how() {
    return "Watch the round with p, or with n and b, press s to stop the game where it goes wrong, or c if the round is clean";
  }

  inWords(answer) {
    if (answer === CLEAN) return "the round is clean";
    const [row, fault] = answer;
    return `${this.faults.find(({ key }) => key === fault)?.words ?? fault}, at “${this.tell?.(row) ?? `step ${row + 1}`}”`;
  }
}
