// The line to a table: one WebSocket that comes back by itself. Commands have ids, so one that was under way when the
// line broke is simply said again: the house answers the same id with the same answer.

import { Refusal } from "./api.js";

const FIRST_WAIT = 500, LONGEST_WAIT = 8000;
const GIVEN_UP = new Set([4403, 4404, 1008]);  // the house does not want us here: trying again will not help

export class Line extends EventTarget {
  constructor(table) {
    super();
    this.url = `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
    this.waiting = new Map();  // id: {message, resolve, reject}
    this.wait = FIRST_WAIT;
    this.state = "connecting";
    this.closed = false;
    this.again = () => this.reopen();
    addEventListener("online", this.again);
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.lost(event);
  }

  lost(event) {
    if (this.closed) return;
    if (GIVEN_UP.has(event.code)) {
      this.turn("refused", event.reason || "the house closed the line");
      return;
    }
    this.turn("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  turn(state, reason = "") {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
  }

  hear(message) {
    if (message.type === "view" && this.state !== "open") this.turn("open");
    const asked = this.waiting.get(message.id);
    if (asked && message.type === "done") {
      this.waiting.delete(message.id);
      asked.resolve(message);
    } else if (asked && message.type === "refused") {
      this.waiting.delete(message.id);
      asked.reject(new Refusal(message.code, message.reason));
    } else this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** Give a command; resolves when it stands in the ledger. */
  say(command, what = {}, seen = null) {
    const message = { id: newId(), do: command, what };
    if (seen !== null) message.seen = seen;
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
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
    removeEventListener("online", this.again);
    this.socket?.close();
  }
}

/** An id nobody else will think of; randomUUID is there on https and localhost only. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
