// The line to a table: one WebSocket that comes back by itself. Commands have ids, so one that was under way when the
// line broke is simply said again: the house answers the same id with the same answer. A line on which nothing is heard
// is asked whether it lives: a dead one is never taken for a quiet table.

import { Refusal } from "./api.js";

const FIRST_WAIT = 500, LONGEST_WAIT = 8000;
const GIVEN_UP = new Set([4403, 4404, 4409, 1008]);  // the house does not want us here: trying again will not help
const LATER = new Set([4429, 4503]);  // ... not now: it says why, and is asked again slowly
const UNHEARD = "the house did not hear it in time: look at the table before you try again";
const UNANSWERED = "the house did not answer in time: look at the table, it may have heard it all the same";

export class Line extends EventTarget {
  constructor(table) {
    super();
    this.url = `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
    this.waiting = new Map();  // id: {message, resolve, reject, timer, sent}
    this.wait = FIRST_WAIT;
    this.state = "connecting";
    this.since = 0;            // when the line was lost
    this.closed = false;
    this.beatMs = 5000;        // silence after which the house is asked whether it is there
    this.patienceMs = 8000;    // ... and how long it has to say so, or to take a new line
    this.commandMs = 10000;    // how long a command waits for its answer
    this.again = () => this.reopen();
    this.cut = () => this.dead();
    addEventListener("online", this.again);
    addEventListener("offline", this.cut);
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.expect(() => this.dead());
    socket.onopen = () => {
      for (const asked of this.waiting.values()) this.send(asked);
    };
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.lost(event);
  }

  /** The house has so long to be heard. */
  expect(otherwise) {
    clearTimeout(this.beat);
    this.beat = setTimeout(otherwise, this.patienceMs);
  }

  /** Something was heard: the line lives, and is asked again after a while of silence. */
  lives() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (this.socket?.readyState !== WebSocket.OPEN) return;
      this.socket.send(JSON.stringify({ do: "ping" }));
      this.expect(() => this.dead());
    }, this.beatMs);
  }

  /** Nothing comes through, whatever the socket says of itself. */
  dead() {
    if (this.closed || this.state === "refused") return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.lost({});
  }

  lost(event) {
    if (this.closed) return;
    clearTimeout(this.beat);
    if (GIVEN_UP.has(event.code)) {
      this.shut(event.reason || "the house closed the line", event.code);
      return;
    }
    if (this.state !== "lost") this.since = Date.now();
    for (const asked of this.waiting.values()) if (asked.kept) clearTimeout(asked.timer);
    if (LATER.has(event.code)) this.wait = LONGEST_WAIT;
    this.turn("lost", event.reason || "");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The house does not want us here, or not as who we were: it is not asked again. */
  shut(reason, code = 0) {
    if (this.state !== "lost") this.since = Date.now();
    clearTimeout(this.timer);
    clearTimeout(this.beat);
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.turn("refused", reason, code);
    for (const [id, asked] of [...this.waiting]) {
      this.forget(id);
      asked.reject(new Refusal("closed", reason));
    }
  }

  turn(state, reason = "", code = 0) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, reason, code } }));
  }

  hear(message) {
    this.lives();
    if (message.type === "view" && this.state !== "open") {
      this.wait = FIRST_WAIT;
      this.turn("open");
    }
    const asked = this.waiting.get(message.id);
    if (asked && message.type === "done") {
      this.forget(message.id);
      asked.resolve(message);
    } else if (asked && message.type === "refused") {
      this.forget(message.id);
      asked.reject(new Refusal(message.code, message.reason));
    } else if (asked && message.type === "wait") this.keep(asked, message);
    else if (message.type !== "pong") this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** Give a command; resolves when it stands in the ledger. One that is not answered in time is not said again. What was
   * said of a picture of the table (`seen`) is kept for as long as the line is lost: the house knows whether it is late. */
  say(command, what = {}, seen = null) {
    const message = { id: newId(), do: command, what };
    if (seen !== null) message.seen = seen;
    return new Promise((resolve, reject) => {
      const asked = { message, resolve, reject, sent: false, kept: seen !== null };
      if (!(asked.kept && this.state === "lost")) this.give(asked);
      this.waiting.set(message.id, asked);
      if (this.socket?.readyState === WebSocket.OPEN) this.send(asked);
    });
  }

  /** Somebody is here: the house keeps their seat. */
  here() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: "here" }));
  }

  /** The time that a command has. */
  give(asked) {
    clearTimeout(asked.timer);
    asked.timer = setTimeout(() => {
      this.forget(asked.message.id);
      asked.reject(new Refusal("late", asked.sent ? UNANSWERED : UNHEARD));
    }, this.commandMs);
  }

  /** The house is at work on a command: it has its time anew, and whoever gave it hears why, once. */
  keep(asked, { reason }) {
    this.give(asked);
    if (asked.told !== reason) this.dispatchEvent(new CustomEvent("wait", { detail: { reason } }));
    asked.told = reason;
  }

  send(asked) {
    asked.sent = true;
    if (asked.kept) this.give(asked);
    this.socket.send(JSON.stringify(asked.message));
  }

  forget(id) {
    clearTimeout(this.waiting.get(id)?.timer);
    this.waiting.delete(id);
  }

  /** Begin again at once: after a new session, or when the network is back. */
  reopen() {
    if (this.closed) return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.beat);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.cut);
    for (const id of [...this.waiting.keys()]) this.forget(id);
    this.socket?.close();
  }
}

/** An id nobody else will think of; randomUUID is there on https and localhost only. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
