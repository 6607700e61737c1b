// Charts of our own: lines with bands, and bars, on axes. <lab-chart> draws the spec it is given; arrow keys and the
// pointer move a reading along it, and the same numbers stand in a table for those who prefer one.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 280;
const EDGE = { top: 14, right: 18, bottom: 44, left: 70 };

let number = 0;

class LabChart extends HTMLElement {
  set spec(spec) {
    const text = JSON.stringify(spec);
    if (text === this.text) return;
    this.text = text;
    this.what = spec;
    if (this.isConnected) this.draw();
  }

  connectedCallback() {
    this.names ??= (number += 1);
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher.disconnect();
  }

  draw() {
    const { what } = this;
    if (!what || !this.clientWidth) return;
    const wide = Math.max(260, this.clientWidth);
    if (!this.frame) this.build();
    const box = { left: EDGE.left, right: wide - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
    const x = scaled(what.x, extent(what, "x"), box.left, box.right);
    box.under = namesUnder(what.x.names ?? [], x(1) - x(0));
    const y = scaled(what.y, extent(what, "y"), box.bottom, box.top);
    this.box = { x, y, ...box };
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${HEIGHT + box.under.more}`);
    this.heading.textContent = what.title;
    this.describe.textContent = what.about;
    this.plot.replaceChildren(...axes(what, x, y, box), ...bars(what, x, y), ...lines(what, x, y), ...marks(what, x, y, box));
    this.legend.replaceChildren(...legendOf(what));
    this.fillTable();
    this.readings = readingsOf(what);
    if (this.at != null) this.show(Math.min(this.at, this.readings.length - 1));
  }

  build() {
    this.frame = node("figure", "chart");
    const names = { title: `chart-${this.names}`, about: `chart-about-${this.names}` };
    this.svg = svg("svg", { role: "img", "aria-labelledby": names.title, "aria-describedby": names.about, tabindex: "0", class: "plot" });
    this.heading = svg("title", { id: names.title });
    this.describe = svg("desc", { id: names.about });
    this.plot = svg("g", {});
    this.cursor = svg("g", { class: "cursor" });
    this.svg.append(this.heading, this.describe, this.plot, this.cursor);
    this.caption = node("figcaption", "reading");
    this.caption.setAttribute("aria-live", "polite");
    this.legend = node("div", "legend");
    this.numbers = node("details", "numbers");
    this.frame.append(this.legend, this.svg, this.caption, this.numbers);
    this.append(this.frame);
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerleave", () => this.hide());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => this.hide());
  }

  point(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * this.svg.viewBox.baseVal.width;
    let best = 0;
    this.readings.forEach((reading, i) => {
      if (Math.abs(this.box.x(reading.x) - at) < Math.abs(this.box.x(this.readings[best].x) - at)) best = i;
    });
    this.show(best);
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
    const last = this.readings.length - 1;
    if (event.key === "Escape") return this.hide();
    if (step) this.show(Math.max(0, Math.min(last, (this.at ?? (step > 0 ? -1 : last + 1)) + step)));
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(last);
    else return undefined;
    event.preventDefault();
    return undefined;
  }

  show(i) {
    const reading = this.readings[i];
    if (!reading) return;
    this.at = i;
    const { x, y, top, bottom } = this.box;
    const at = x(reading.x);
    this.cursor.replaceChildren(
      svg("line", { x1: at, x2: at, y1: top, y2: bottom }),
      ...reading.dots.map((dot) => svg("circle", { cx: at, cy: y(dot.y), r: 4, class: `dot s${dot.series}` })),
    );
    this.caption.textContent = reading.text;
  }

  hide() {
    this.at = null;
    this.cursor.replaceChildren();
    this.caption.textContent = "";
  }

  fillTable() {
    const { columns, rows } = this.what.table;
    const was = this.numbers.open;
    const head = node("tr");
    head.append(...columns.map((name) => Object.assign(node("th"), { textContent: name, scope: "col" })));
    const body = rows.map((row) => {
      const line = node("tr");
      line.append(...row.map((cell) => Object.assign(node("td"), { textContent: cell })));
      return line;
    });
    const table = node("table");
    const thead = node("thead");
    const tbody = node("tbody");
    thead.append(head);
    tbody.append(...body);
    table.append(Object.assign(node("caption", "for-readers"), { textContent: this.what.title }), thead, tbody);
    const around = node("div", "scroll");
    around.tabIndex = 0;
    around.setAttribute("role", "region");
    around.setAttribute("aria-label", `${this.what.title}, as a table`);
    around.append(table);
    this.numbers.replaceChildren(Object.assign(node("summary"), { textContent: "As a table" }), around);
    this.numbers.open = was;
  }
}

customElements.define("lab-chart", LabChart);

// --- what is drawn ---

function axes(what, x, y, { left, right, top, bottom, under }) {
  const parts = [];
  for (const tick of y.ticks) {
    const at = y(tick);
    parts.push(svg("line", { x1: left, x2: right, y1: at, y2: at, class: "grid" }), text(y.format(tick), { x: left - 8, y: at + 4, class: "tick end" }));
  }
  parts.push(...under.draw(x, bottom));
  for (const tick of what.x.names ? [] : x.ticks) {
    const at = x(tick);
    parts.push(svg("line", { x1: at, x2: at, y1: bottom, y2: bottom + 5, class: "axis" }), text(x.format(tick), { x: at, y: bottom + 19, class: "tick middle" }));
  }
  parts.push(svg("line", { x1: left, x2: right, y1: bottom, y2: bottom, class: "axis" }));
  parts.push(text(what.x.label, { x: (left + right) / 2, y: bottom + 38 + under.more, class: "label middle" }));
  parts.push(text(what.y.label, { x: 0, y: 0, class: "label middle", transform: `translate(12 ${(top + bottom) / 2}) rotate(-90)` }));
  return parts;
}

const LETTER = 6.2;  // pixels, in the small size
const LINE = 11;
const LINES_MAX = 4;
const LINES_FREE = 2;  // that the usual height has room for

/** Names under bars that are so wide, whole: in lines, upright where those do not do, and none where bars are too narrow. */
function namesUnder(all, wide) {
  const room = Math.floor(wide / LETTER);
  const lines = all.map((name) => inLines(name, room));
  if (lines.every((each) => each.length <= LINES_MAX && each.every((line) => line.length <= room))) {
    const most = Math.max(LINES_FREE, ...lines.map((each) => each.length));
    return { more: LINE * (most - LINES_FREE), draw: (x, bottom) => lines.flatMap((each, i) => each.map((line, j) =>
      text(line, { x: (x(i) + x(i + 1)) / 2, y: bottom + 13 + LINE * j, class: "tick middle small" }))) };
  }
  if (wide < LINE) return { more: 0, draw: () => [] };
  const upright = (name, x, y) => text(name, { x: 0, y: 0, class: "tick end small", transform: `translate(${x} ${y}) rotate(-90)` });
  const long = Math.max(...all.map((name) => name.length)) * LETTER;
  return { more: Math.max(0, Math.ceil(long) - LINE * LINES_FREE),
    draw: (x, bottom) => all.map((name, i) => upright(name, (x(i) + x(i + 1)) / 2 + 3, bottom + 6)) };
}

function inLines(name, room) {
  const lines = [""];
  for (const word of name.split(" ")) {
    if (lines.at(-1) && (lines.at(-1) + word).length >= room) lines.push("");
    lines[lines.length - 1] += (lines.at(-1) ? " " : "") + word;
  }
  return lines;
}

function bars(what, x, y) {
  const ground = y(Math.max(0, y.low));
  return (what.bars ?? []).map(([from, to, value, kind]) => {
    const left = x(from);
    const wide = Math.max(0.75, x(to) - left - 1);
    const top = y(value);
    return svg("rect", { x: left + 0.5, y: Math.min(top, ground), width: wide, height: Math.max(0.5, Math.abs(ground - top)), class: `bar-${kind ?? "plain"}` });
  });
}

function lines(what, x, y) {
  return (what.series ?? []).flatMap((series, i) => {
    const parts = [];
    if (series.band?.length) {
      const up = series.band.map(([at, , high]) => `${fine(x(at))},${fine(y(high))}`);
      const down = series.band.map(([at, low]) => `${fine(x(at))},${fine(y(low))}`).reverse();
      parts.push(svg("polygon", { points: [...up, ...down].join(" "), class: `band s${i + 1}` }));
    }
    parts.push(svg("polyline", { points: series.points.map(([at, value]) => `${fine(x(at))},${fine(y(value))}`).join(" "), class: `line s${i + 1}` }));
    return parts;
  });
}

function marks(what, x, y, { left, right, top, bottom }) {
  return (what.marks ?? []).flatMap((mark) => {
    if (mark.y != null) {
      const at = y(mark.y);
      return [svg("line", { x1: left, x2: right, y1: at, y2: at, class: "mark" }), text(mark.label, { x: right - 4, y: at - 6, class: "mark-label end" })];
    }
    const at = x(mark.x);
    const far = at > (left + right) / 2;
    return [
      svg("line", { x1: at, x2: at, y1: top, y2: bottom, class: "mark" }),
      text(mark.label, { x: at + (far ? -5 : 5), y: top + 10 + 14 * (mark.row ?? 0), class: `mark-label ${far ? "end" : "start"}` }),
    ];
  });
}

/** Whatever is drawn has its name there: lines, the bands around them, and marks across the plot. */
function legendOf(what) {
  const series = what.series ?? [];
  const items = what.key ?? [
    ...series.flatMap((each, i) => [each.name && [each.name, `s${i + 1}`], each.band?.length && each.bandName && [each.bandName, `band-key s${i + 1}`]]),
    ...(what.marks ?? []).map((mark) => mark.name && [mark.name, "mark-key"]),
  ].filter(Boolean);
  return items.map(([name, kind]) => {
    const item = node("span", `key ${kind}`);
    item.textContent = name;
    return item;
  });
}

function readingsOf(what) {
  const xs = new Map();
  const at = (x) => xs.get(x) ?? xs.set(x, { x, dots: [], words: [] }).get(x);
  (what.series ?? []).forEach((series, i) => series.points.forEach(([x, y, words]) => {
    const reading = at(x);
    reading.dots.push({ y, series: i + 1 });
    reading.words.push(words ?? `${series.name ?? what.y.label}: ${format(what.y)(y)}`);
  }));
  for (const [from, to, value, , words] of what.bars ?? []) {
    const reading = at((from + to) / 2);
    reading.words.push(words ?? `${format(what.y)(value)}`);
  }
  const head = (x) => (what.series?.length ? `${format(what.x)(x)} ${what.x.unit ?? ""}: ` : "");
  return [...xs.values()].sort((a, b) => a.x - b.x).map((reading) => ({ ...reading, text: head(reading.x) + reading.words.join(" · ") }));
}

// --- scales ---

function extent(what, axis) {
  if (what[axis].range) return what[axis].range;
  const i = axis === "x" ? 0 : 1;
  const values = (what.series ?? []).flatMap((series) => [
    ...series.points.map((point) => point[i]),
    ...(series.band ?? []).flatMap((point) => (axis === "x" ? [point[0]] : [point[1], point[2]])),
  ]);
  for (const [from, to, value] of what.bars ?? []) values.push(...(axis === "x" ? [from, to] : [0, value]));
  for (const mark of what.marks ?? []) if (mark[axis] != null) values.push(mark[axis]);
  return [Math.min(...values), Math.max(...values)];
}

function scaled(axis, [low, high], from, to) {
  if (high <= low) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  const isLog = axis.scale === "log";
  const ticks = isLog ? decades(low, high) : nice(low, high, Math.abs(to - from) > 420 ? 7 : 5);
  if (!isLog && axis.isOpen !== false && axis.range == null && from > to) {  // the height reaches to whole steps
    const step = ticks.step;
    low = Math.floor(low / step + 1e-9) * step;
    high = Math.ceil(high / step - 1e-9) * step;
    ticks.splice(0, ticks.length, ...steps(low, high, step));
  }
  const place = isLog ? Math.log10 : (value) => value;
  const [a, b] = [place(low), place(high)];
  const scale = (value) => from + ((place(Math.min(high, Math.max(low, value))) - a) / (b - a)) * (to - from);
  return Object.assign(scale, { low, high, ticks, format: format(axis) });
}

function nice(low, high, wanted) {
  const rough = (high - low) / wanted;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((lead) => lead * size).find((each) => each >= rough * 0.999);
  return Object.assign(steps(Math.ceil(low / step - 1e-9) * step, high, step), { step });
}

function steps(low, high, step) {
  const found = [];
  for (let i = 0; low + i * step <= high + step * 1e-6; i += 1) found.push(Number((low + i * step).toPrecision(12)));
  return found;
}

function decades(low, high) {
  const found = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.ceil(Math.log10(high)); p += 1) {
    const value = 10 ** p;
    if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
  }
  return found;
}

// Formats travel by name, so that a spec can be compared as text.
const FORMATS = {};
export const named = (name, how) => {
  FORMATS[name] = how;
  return name;
};
const format = (axis) => FORMATS[axis.format] ?? String;

const fine = (value) => Math.round(value * 100) / 100;

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, typeof value === "number" ? fine(value) : value);
  return made;
}

const text = (words, attributes) => Object.assign(svg("text", attributes), { textContent: words });
const node = (tag, name = "") => Object.assign(document.createElement(tag), { className: name });
