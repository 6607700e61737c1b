// Questions to the house. What is known comes at once; what must be worked out is a job whose news is followed until its
// answer is there. To let a question go closes the stream, and the house stops the work.

import { Refusal } from "/js/api.js";

export class Question {
  /** `words` says a refusal in those of the form. */
  constructor(url, changed, words) {
    Object.assign(this, { url, changed, words, state: "asking", answer: null, reason: "", told: null, sights: [], exact: {} });
    this.stream = null;
    this.gone = new AbortController();
    this.ask();
  }

  async ask() {
    try {
      const found = await fetch(this.url, { signal: this.gone.signal, headers: { accept: "application/json" } });
      const body = await found.json();
      if (this.gone.signal.aborted) return;
      if (found.status === 202) this.follow(body);
      else if (found.ok) this.end("done", { answer: body });
      else if (found.status === 429 || found.status === 503) this.wait(body.reason);
      else this.end("refused", { reason: body.reason ?? `the house answered ${found.status}` });
    } catch (error) {
      if (this.gone.signal.aborted) return;
      this.end("refused", { reason: error instanceof Refusal ? error.message : "the house cannot be reached: is the server running?" });
    }
  }

  /** The house is busy: try again in a moment, and say so. */
  wait(reason) {
    this.told = { what: reason, done: 0, total: 0 };
    this.changed();
    this.later = setTimeout(() => this.ask(), 1500);
  }

  follow(job) {
    this.state = "working";
    this.told = job;
    this.changed();
    this.listen(job.id);
  }

  listen(id) {
    this.stream = new EventSource(`/api/lab/jobs/${id}/events?after=${this.sights.length}`);
    this.stream.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.stream.onerror = () => {  // streams are short; a new one goes on where this ended
      this.stream.close();
      if (this.state === "working") this.later = setTimeout(() => this.listen(id), 150);
    };
  }

  hear(news) {
    this.told = news;
    this.exact = news.exact;
    this.sights.push(...news.sights);
    if (news.state === "done") {
      this.stream.close();
      this.ask();
    } else if (["refused", "failed", "stopped"].includes(news.state)) {
      this.end(news.state === "stopped" ? "stopped" : "refused", { reason: news.reason });
    } else this.changed();
  }

  end(state, what) {
    this.stream?.close();
    Object.assign(this, { state, ...what });
    this.reason = this.words(this.reason);
    this.changed();
  }

  /** Nobody wants it any more. */
  leave() {
    clearTimeout(this.later);
    this.gone.abort();
    this.stream?.close();
    if (this.state === "asking" || this.state === "working") this.state = "stopped";
  }

  get isBusy() {
    return this.state === "asking" || this.state === "working";
  }
}

/** The questions of a page, one for each place where an answer is shown; the last answer stays until the next is there. */
export class Desk {
  constructor(changed, words) {
    Object.assign(this, { changed, words });
    this.places = new Map();
  }

  /** What is shown at a place: the question asked there, and the latest answer. */
  want(place, url, pause = 0) {
    let at = this.places.get(place);
    if (at?.url === url) return at;
    clearTimeout(at?.due);
    at?.question?.leave();
    at = { url, question: null, answer: at?.answer ?? null, isOld: true, due: 0 };
    this.places.set(place, at);
    at.due = setTimeout(() => {
      at.question = new Question(url, () => {
        if (at.question?.state === "done") Object.assign(at, { answer: at.question.answer, isOld: false });
        this.changed();
      }, this.words);
    }, pause);
    return at;
  }

  drop(place) {
    const at = this.places.get(place);
    clearTimeout(at?.due);
    at?.question?.leave();
    this.places.delete(place);
  }

  stop(place) {
    this.places.get(place)?.question?.leave();
    this.changed();
  }

  dropAllBut(places) {
    for (const place of [...this.places.keys()]) if (!places.includes(place)) this.drop(place);
  }
}
