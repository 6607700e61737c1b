// Something else lies in the dock: for a moment no press counts, for it was meant for what lay there before.

const DEAD_MS = 350;

export class DeadTime {
  constructor(draw) {
    this.draw = draw;
    this.ms = DEAD_MS;
    this.until = 0;
  }

  /** What lies in the dock now. */
  settle(kind) {
    if (this.kind === kind) return;
    const first = this.kind === undefined;
    this.kind = kind;
    if (!first) this.begin();
  }

  begin() {
    this.stop();
    this.until = Infinity;
    const seen = () => {
      this.until = performance.now() + this.ms;
      this.timer = setTimeout(this.draw, this.ms + 1);
    };
    const drawn = () => { this.painting = requestAnimationFrame(seen); };
    this.painting = requestAnimationFrame(drawn);  // from when it can be seen, however slow the machine is
  }

  get over() {
    return performance.now() >= this.until;
  }

  /** Whether a press counts. One that came too soon puts off the next: whoever hammers has not looked yet. */
  hears() {
    if (!this.over) this.begin();
    return this.over;
  }

  stop() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.painting);
  }
}
