// Whether a player who plays best is ahead at a table: what the house works out, in its own words.

import { post, Refusal } from "/js/api.js";
import { h } from "/js/dom.js";
import { sentence } from "./parts.js";

const PAUSE_MS = 400;  // after the last letter
const AGAIN_MS = 1500;
const NOT_KNOWN = ["working", "unknown"];
const NOT_SAVED = {
  working: "Nothing is saved yet: wait for the answer, or tick this and go on without it.",
  unknown: "Nothing is saved yet: tick this to go on without the answer.",
  known: "Nothing is saved yet: go on now.",
};

export const aheadTag = (ahead) => ahead?.is_ahead && h("span", { class: "tag warn", key: "ahead" }, "player ahead");

export const aheadText = (ahead) => ahead && h("p", { class: ahead.is_ahead ? "bad" : "quiet", key: "ahead" },
  sentence(ahead.text));

/** What a change would do, asked while it is being written. Whoever makes it all the same says that they were warned. */
export class AheadPreview {
  told = null;
  asked = "";
  hurries = false;

  /** `isOpen` says whether anybody still looks. */
  ask(config, again, isOpen) {
    const wanted = JSON.stringify(config);
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.told = null;
    this.hurries = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(config, wanted, again, isOpen), PAUSE_MS);
  }

  async look(config, wanted, again, isOpen) {
    const told = await post("/api/house/ahead", { config }).catch((refusal) => ({ refused: refusal.message }));
    if (wanted !== this.asked || !isOpen()) return;
    this.told = told;
    again();
    if (told.state === "working") {
      this.timer = setTimeout(() => this.look(config, wanted, again, isOpen), AGAIN_MS);
    }
  }

  /**
   * Carry it out. Refused because the warning was not read, that stands here and is kept up to date: nothing is said
   * beside it. Before it is known who is ahead, it can be said that one does not wait for it.
   */
  async heed(config, sending) {
    try {
      return await sending();
    } catch (refusal) {
      if (refusal.code !== "unread") throw refusal;
      this.told = await post("/api/house/ahead", { config }).catch(() => null);
      if (this.told?.state === "known" && !this.told.is_ahead) return sending();
      this.hurries = true;
      throw new Refusal(refusal.code, "");
    }
  }

  /** The player is ahead, or it is not known who is and somebody does not wait. */
  get warns() {
    return this.told && (this.told.is_ahead || (this.hurries && NOT_KNOWN.includes(this.told.state)));
  }

  /** A configuration that cannot be has no answer; `words` says why in those of the form, unless it is `said`. */
  fields(words, said) {
    const refused = this.told?.refused ?? "";
    return h("div", { key: "ahead", class: "ahead", role: "status" },
      refused && refused !== said && h("p", { class: "bad", key: "refused" }, sentence(words(refused))),
      !refused && aheadText(this.told),
      this.hurries && this.told && !this.told.is_ahead && h("p", { key: "not-saved" }, NOT_SAVED[this.told.state]),
      // Another sentence is another box: nobody has read it yet.
      this.warns && h("label", { class: "field switch", key: `warned ${this.told.text}` },
        h("input", { name: "warned", type: "checkbox", required: true, value: this.told.text }),
        h("span", {}, "I have read this; it goes on record")));
  }
}
