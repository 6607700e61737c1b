// Single keys: those of the bets, and those of the acts, which may be longer than one letter ("a12").

import { settings } from "./settings.js";

const WRITING = "input, textarea, select, [contenteditable]";

export class Keys {
  /** `press` hears letters, `wave` Escape. */
  constructor(press, wave = () => {}) {
    this.press = press;
    this.wave = wave;
    this.typed = "";
    this.listener = (event) => this.hear(event);
    addEventListener("keydown", this.listener);
  }

  hear(event) {
    const busy = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest?.(WRITING);
    if (settings.keys === "off" || busy || event.key.length !== 1 || document.querySelector("dialog[open]")) {
      if (event.key === "Escape") this.typed = "";
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.wave();
      return;
    }
    if (event.key !== " " && this.press(event.key.toLowerCase())) event.preventDefault();
  }

  /** One more letter: the act whose key is complete, or null while more could follow; a wrong letter begins anew. */
  spell(letter, acts) {
    for (const typed of [this.typed + letter, letter]) {
      const possible = acts.filter((act) => act.key.startsWith(typed));
      if (!possible.length) continue;
      this.typed = typed;
      const exact = possible.find((act) => act.key === typed);
      if (exact && possible.length === 1) {
        this.typed = "";
        return exact;
      }
      return null;
    }
    this.typed = "";
    return null;
  }

  stop() {
    removeEventListener("keydown", this.listener);
  }
}
