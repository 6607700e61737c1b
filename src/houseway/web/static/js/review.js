// A round looked at again: what each choice was worth, and a private what-if from any of them. Nothing of it is kept.

import { get } from "./api.js";
import { costOf } from "./cost.js";
import { netOf } from "./purse.js";
import * as tape from "./tape.js";

const HASH = /^#choice-(\d+)$/;

export class Review {
  constructor({ table, number, round, game, draw }) {
    this.path = `/api/tables/${encodeURIComponent(table)}/rounds/${number}`;
    this.round = round;
    this.game = game;
    this.draw = draw;
    this.state = "none";  // none, working, ready, refused
    this.reason = "";
    this.worths = new Map();  // choice: what the house says of it
    this.trial = null;
    this.rows = round.tape.flatMap(([verb], i) => (verb === tape.CHOOSE ? [i] : []));  // of each choice
  }

  // --- the choices ---

  /** The choice (from 1) that waits when so many rows are shown; 0 for none. */
  choiceAt(rows) {
    return this.rows.indexOf(rows) + 1;
  }

  /** How many rows are shown when a choice waits. */
  rowsOf(choice) {
    return this.rows[choice - 1];
  }

  /** The choice that an address names; 0 for none. */
  named(hash) {
    const choice = Number(HASH.exec(hash)?.[1] ?? 0);
    return choice <= this.rows.length ? choice : 0;
  }

  async ask() {
    this.state = "working";
    this.draw();
    try {
      const worths = await get(`${this.path}/worths`);
      this.worths = new Map(worths.map((each) => [each.choice, judged(each)]));
      this.state = "ready";
    } catch (refusal) {
      this.state = "refused";
      this.reason = refusal.message;
    }
    this.draw();
  }

  // --- another choice, in private ---

  async tryFrom(choice) {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    await this.play({ choice, seed, acts: [], picked: new Set() });
  }

  async act(act) {
    if (this.trial.waiting) return;
    await this.play({ ...this.trial, acts: [...this.trial.acts, act.name], picked: new Set() });
  }

  async play(trial) {
    this.trial = { ...this.trial, ...trial, waiting: true, reason: "" };
    this.draw();
    const asked = new URLSearchParams({ choice: trial.choice, acts: trial.acts.join(","), seed: trial.seed });
    try {
      this.trial = { ...trial, answer: await get(`${this.path}/what-if?${asked}`) };
      if (trial.acts.length) this.judge(this.trial, asked);
    } catch (refusal) {
      const before = { ...trial, acts: trial.acts.slice(0, -1) };  // it can be said again
      this.trial = { ...before, answer: this.trial.answer, reason: refusal.message };
    }
    this.draw();
  }

  /** What the acts of the what-if were worth: play does not wait for it. */
  async judge(trial, asked) {
    let news = {};
    try {
      news = { worths: (await get(`${this.path}/what-if/worths?${asked}`)).map(judged) };
    } catch (refusal) {
      news = { unjudged: refusal.message };
    }
    if (this.trial?.acts !== trial.acts) return;  // it has gone on, and asks again
    Object.assign(this.trial, news);
    this.draw();
  }

  stop() {
    this.trial = null;
    this.draw();
  }

  get pending() {
    return this.trial?.answer?.pending ?? null;
  }

  /** The acts that the what-if asks for. */
  acts() {
    const named = new Map(this.game.acts.map((act) => [act.name, act]));
    return (this.pending?.acts ?? []).map((name) => named.get(name));
  }

  /** What the what-if brought, and what the round did. */
  nets() {
    const { tape: rows, seats } = this.trial.answer;
    return [netOf(this.game, rows, seats), netOf(this.game, this.round.tape.slice(0, this.round.played), seats)];
  }
}

function judged(worth) {
  const [best] = worth.values;
  const made = worth.values.find(({ act }) => act === worth.act);
  return { ...worth, best: best.act, ...costOf(best.value, made.value, worth.unit_cents) };
}
