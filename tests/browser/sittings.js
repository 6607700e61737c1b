(/* A page at a table whose house is in the test (sittings.py): its socket, its requests and its clock are ours. Time passes
when a step says so, and all that waits is done in its order; so every sitting is the same, and takes no time.
Gives [title of the step, the page as it is then] for each step. */
async ({ attributes, tag, steps, boxes, modules }) => {
  const later = [];  // {at, id, every, call}: what waits for the clock
  const said = [];   // what the page told the house since the last step
  const sockets = [];
  let [now, ids, asking, down] = [0, 0, 0, false];

  // --- the clock ---

  const begun = 1_700_000_000_000;
  const wait = (call, ms = 0, every = 0) => { later.push({ at: now + Math.max(Number(ms), 0), id: ++ids, every, call }); return ids; };
  const forget = (id) => { const at = later.findIndex((each) => each.id === id); if (at >= 0) later.splice(at, 1); };
  Date.now = () => begun + now;
  performance.now = () => now;
  Object.assign(globalThis, {
    setTimeout: (call, ms) => wait(call, ms), clearTimeout: forget,
    setInterval: (call, ms) => wait(call, ms, ms), clearInterval: forget,
    requestAnimationFrame: (call) => wait(() => call(now), 16), cancelAnimationFrame: forget,
  });
  Math.random = () => 0.5;
  let chance = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(chance += 1);  // no id twice: the house answers the same id the same
  globalThis.ResizeObserver = class { observe() {} unobserve() {} };  // how high things are is the fonts' matter
  const moment = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(); port2.postMessage(0); });
  const quiet = async () => { do { await moment(); await moment(); } while (asking || document.querySelector("dialog:not([open])")); };  // one that was closed goes a moment later
  /** Time passes; whatever it wakes has an end before more of it passes. */
  const run = async (ms) => {
    const until = now + ms;
    for (;;) {
      await quiet();
      const [next] = later.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at || one.id - other.id);
      if (!next) break;
      now = Math.max(next.at, now);
      if (next.every) next.at = now + next.every;
      else forget(next.id);
      next.call();
    }
    now = until;
  };

  // --- the house ---

  const ask = async (what) => { asking += 1; try { return await globalThis.askHouse(JSON.stringify(what)); } finally { asking -= 1; } };
  const open = () => sockets.filter(({ readyState }) => readyState === 1);
  const tell = (message) => open().forEach((each) => each.onmessage?.({ data: JSON.stringify(message) }));
  class Socket {
    constructor(url) {
      Object.assign(this, { url, readyState: 0 });
      sockets.push(this);
      said.push(`line to ${new URL(url).pathname}`);
      if (!down) Promise.resolve().then(() => this.begin());
    }
    async begin() {
      if (this.readyState) return;
      this.readyState = 1;
      this.onopen?.();
      this.hear(await ask({ look: true }));
    }
    hear(messages) { for (const each of messages) if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(each) }); }
    async send(text) {
      const { id, ...rest } = JSON.parse(text);
      said.push(`says ${JSON.stringify(rest)}`);
      if (!down) this.hear(await ask({ heard: { id, ...rest } }));
    }
    close() { if (this.readyState < 2) { this.readyState = 3; said.push("closes the line"); } }
    drop(event) { this.readyState = 3; this.onclose?.(event); }
  }
  Socket.OPEN = 1;
  globalThis.WebSocket = Socket;
  globalThis.fetch = async (path, { method = "GET", body } = {}) => {
    said.push(`${method} ${path}${body ? ` ${body}` : ""}`);
    const { status, answer } = await ask({ method, path, body: body ? JSON.parse(body) : null });
    return { status, ok: status < 300, json: async () => answer, text: async () => String(answer) };  // at once: a real one takes its time
  };

  // --- what is seen ---

  const KEPT = ["class", "id", "name", "type", "href", "title", "role", "tabindex", "placeholder", "maxlength", "style", "viewBox"];
  const rounded = (text) => text.replace(/-?\d+\.\d+/g, (each) => String(Math.round(Number(each) * 10) / 10));
  const read = (it, depth = 0) => {
    const pad = " ".repeat(depth);
    if (it.nodeType === Node.TEXT_NODE) return it.data.trim() ? [pad + it.data.trim()] : [];
    if (it.nodeType !== Node.ELEMENT_NODE || it.tagName === "SCRIPT") return [];
    const inside = it.tagName === "svg" && !it.matches(".ring") ? [] : [...it.childNodes];
    const told = it.getAttributeNames().filter((each) => KEPT.includes(each) || /^(aria|data)-/.test(each)).map((each) => ` ${each}=${rounded(it.getAttribute(each))}`);
    const live = ["disabled", "checked", "open", "selected"].filter((each) => it[each] === true).map((each) => ` ${each}`);
    const written = it.matches("input, select, textarea") ? ` value=${it.value}` : "";
    return [`${pad}${it.tagName.toLowerCase()}${told.join("")}${live.join("")}${written}`, ...inside.flatMap((each) => read(each, depth + 1))];
  };
  const called = (it) => (it === document.body || !it ? "nothing" : `${it.tagName.toLowerCase()}.${it.className} ${(it.getAttribute("aria-label") ?? it.textContent).trim().slice(0, 40)}`);
  const kept = () => [localStorage, sessionStorage].flatMap((shelf) => Object.keys(shelf).sort().map((each) => `kept ${each} ${shelf.getItem(each)}`));
  const page = () => [`title ${document.title}`, ...read(document.body), `focus on ${called(document.activeElement)}`, ...kept()].join("\n");
  globalThis.scrollBy = ({ top, behavior }) => said.push(`scrolls by ${Math.round(top)} ${behavior}`);
  if (boxes.length) {
    Element.prototype.getBoundingClientRect = function box() {
      const [, [left, top, width, height]] = boxes.find(([selector]) => this.matches(selector)) ?? ["", [0, 0, 0, 0]];
      return { left, top, width, height, right: left + width, bottom: top + height };
    };
  }

  Element.prototype.animate = function fly([start], { duration }) {
    said.push(`card ${this.dataset.card} flies from ${rounded(start.transform)} for ${duration} ms`);
    this.flying = [{ finish: () => { this.flying = []; said.push(`card ${this.dataset.card} lands`); } }];
    wait(() => { this.flying = []; }, duration);
    return this.flying[0];
  };
  Element.prototype.getAnimations = function flights() { return this.flying ?? []; };

  // --- what is done ---

  const find = (selector) => {
    const [which, at] = Array.isArray(selector) ? selector : [selector, 0];
    const it = [...document.querySelectorAll(which)].at(at);
    if (!it) throw new Error(`there is no ${which} to be pressed`);
    return it;
  };
  const click = (it) => { it.focus(); if (!it.disabled) it.click(); };
  const DEEDS = {
    wait: (ms) => run(ms),
    click: (selector) => click(find(selector)),
    button: (text) => {
      const found = [...document.querySelectorAll("button, a")].filter((each) => each.textContent.trim().startsWith(text));
      if (!found.length) throw new Error(`there is no button ${text}`);
      click(found.at(-1));
    },
    press: (keys) => { for (const key of [].concat(keys)) (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); },
    write: ([selector, text]) => { const it = find(selector); it.value = text; it.dispatchEvent(new Event("input", { bubbles: true })); },
    submit: (selector) => find(selector).requestSubmit(),
    hint: (values) => {  // what the acts that wait are worth, by their names
      const { view } = document.querySelector(tag);
      const { seat, hand } = view.pending;
      tell({ type: "hints", seat, hand, version: view.version, covers: null, acts: Object.entries(values).map(([act, value]) => ({ act, value })) });
    },
    everywhere: () => document.querySelectorAll(".own button.spot").forEach((each) => each.click()),
    choose: ([selector, value]) => { const it = find(selector); it.value = value; it.dispatchEvent(new Event("change", { bubbles: true })); },
    less: (selector) => find(selector).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })),
    act: (which) => {  // one of the acts that wait, with as many cards picked as it wants; where none does, nothing
      const acts = () => [...document.querySelectorAll(".acts button:not([disabled])")];
      const table = document.querySelector(tag);
      const count = table.view?.pending?.you ? table.acts().find((each) => each.way)?.picks.length ?? 0 : 0;
      for (let place = 0; place < count; place += 1) find([".pick", place]).click();
      return run(60).then(() => { const some = acts(); if (some.length) click(some.at(which % some.length)); });
    },
    house: async (what) => { const heard = await ask({ does: what }); if (!down) heard.forEach(tell); },
    hear: (message) => tell(message),
    lose: (event) => { down = true; open().forEach((each) => each.drop(event)); },
    silence: () => { down = true; },
    back: () => { down = false; sockets.filter(({ readyState }) => !readyState).forEach((each) => each.begin()); },
    shut: (event) => open().forEach((each) => each.drop(event)),
    fire: (kind) => globalThis.dispatchEvent(new Event(kind)),
    set: async ([which, value]) => (await import("/js/settings.js")).choose(which, value),
    forget: (which) => localStorage.removeItem(which),
    reload: async () => { document.querySelector(tag).remove(); document.querySelector(".toasts")?.remove(); await run(50); enter(); },
    leave: () => document.querySelector(tag).remove(),
  };
  const enter = () => { const it = document.createElement(tag); for (const each in attributes) it.setAttribute(each, attributes[each]); document.body.append(it); };
  localStorage.clear();
  sessionStorage.clear();
  await Promise.all(modules.map((each) => import(each)));
  const drawn = [];
  const step = async (title, deed) => {
    await deed();
    await run(60);
    drawn.push([title, said.splice(0), page()]);
  };
  await step("enters", () => document.querySelector(tag) ?? enter());  // some pages enter by themselves
  for (const [verb, given] of steps) await step(`${verb} ${given === undefined ? "" : JSON.stringify(given)}`, () => DEEDS[verb](given));
  document.querySelector(tag)?.remove();
  await run(60_000);
  drawn.push(["goes, and a minute later", said.splice(0), page()]);
  return drawn;
})
