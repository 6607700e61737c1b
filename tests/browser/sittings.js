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
  const Clock = Date;
  globalThis.Date = class extends Clock { constructor(...of) { super(...(of.length ? of : [begun + now])); } static now() { return begun + now; } };
  performance.now = () => now;
  Object.assign(globalThis, {
    setTimeout: (call, ms) => wait(call, ms), clearTimeout: forget,
    setInterval: (call, ms) => wait(call, ms, ms), clearInterval: forget,
    requestAnimationFrame: (call) => wait(() => call(now), 16), cancelAnimationFrame: forget,
  });
  Math.random = () => 0.5;
  let chance = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(chance += 1);  // no id twice: the house answers the same id the same
  globalThis.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };  // how high things are is the fonts' matter
  const moment = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(); port2.postMessage(0); });
  const unfocus = () => document.activeElement?.disabled && document.activeElement.blur();  // a browser does so with its next picture
  const loaded = () => import(modules[0]);  // what was asked for before it, and is there, has come when this has
  /** Nothing is asked or on its way, and stays so while one looks three times: one thing that comes may lead to another. */
  const quiet = async () => {
    for (let calm = 0; calm < 3; calm += 1) {
      await moment();
      unfocus();
      await loaded();
      await moment();
      if (asking || document.querySelector("dialog:not([open])")) calm = -1;  // one that was closed goes a moment later
    }
  };
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

  const ask = async (what) => { asking += 1; try { await moment(); unfocus(); return await globalThis.askHouse(JSON.stringify(what)); } finally { asking -= 1; } };
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
  const streams = [];
  globalThis.EventSource = class {
    constructor(url) { Object.assign(this, { url, isOpen: true }); streams.push(this); said.push(`listens to ${url}`); }
    close() { if (this.isOpen) said.push(`hears no more of ${this.url}`); this.isOpen = false; }
  };
  let agrees = true;  // what is said to a question of the browser's own
  globalThis.confirm = (text) => { said.push(`confirm ${text}: ${agrees}`); return agrees; };
  URL.createObjectURL = (blob) => { said.push(`a file of ${blob.size} letters`); return "data:,"; };
  URL.revokeObjectURL = (address) => said.push(`forgets ${address}`);
  globalThis.print = () => said.push("prints");
  navigation.addEventListener("navigate", (event) => {  // another page is another visit
    if (event.destination.sameDocument) return;
    event.preventDefault();
    said.push(`goes to ${event.destination.url}`);
  });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { if (!agrees) throw new Error("no"); said.push(`copies ${text}`); } } });
  globalThis.fetch = async (path, { method = "GET", body } = {}) => {
    said.push(`${method} ${path}${body ? ` ${body}` : ""}`);
    const { status, answer } = await ask({ method, path, body: body ? JSON.parse(body) : null });
    return { status, ok: status < 300, json: async () => answer, text: async () => String(answer) };  // at once: a real one takes its time
  };

  for (const [owner, name] of [[SubtleCrypto.prototype, "importKey"], [SubtleCrypto.prototype, "sign"], [Blob.prototype, "text"]]) {
    const real = owner[name];  // done beside the page, in a moment of its own
    owner[name] = async function (...given) { asking += 1; try { return await real.apply(this, given); } finally { asking -= 1; } };
  }
  Object.defineProperty(navigator, "locks", { value: { request: async (name, work) => { said.push(`alone with ${name}`); return work(); } } });

  // --- what is seen ---

  const KEPT = ["class", "id", "name", "type", "href", "title", "role", "tabindex", "placeholder", "maxlength", "style", "viewBox",
    "min", "max", "step", "required", "download", "colspan", "autocomplete", "inputmode"];
  const rounded = (text) => text.replace(/-?\d+\.\d+/g, (each) => String(Math.round(Number(each) * 10) / 10));
  const exact = (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
  const read = (it, depth = 0) => {
    const pad = " ".repeat(depth);
    if (it.nodeType === Node.TEXT_NODE) return it.data.trim() ? [pad + it.data.trim()] : [];
    if (it.nodeType !== Node.ELEMENT_NODE || it.tagName === "SCRIPT") return [];
    const inside = it.tagName === "svg" && !it.matches(".ring") ? [] : [...it.childNodes];
    const told = it.getAttributeNames().filter((each) => KEPT.includes(each) || /^(aria|data)-/.test(each)).map((each) => ` ${each}=${each === "style" ? rounded(it.getAttribute(each)) : it.getAttribute(each)}`);
    const live = ["disabled", "checked", "open", "selected"].filter((each) => it[each] === true).map((each) => ` ${each}`);
    const written = it.matches("input, select, textarea, progress, meter") ? ` value=${it.value}` : it.matches("lab-chart") ? ` draws=${JSON.stringify(it.what, exact)}` : "";
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
    choose: ([selector, value]) => { const it = find(selector); it.value = value; for (const each of ["input", "change"]) it.dispatchEvent(new Event(each, { bubbles: true })); },
    file: ([selector, name, text]) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], name));
      const it = find(selector);
      it.files = chosen.files;
      it.dispatchEvent(new Event("change", { bubbles: true }));
    },
    less: (selector) => find(selector).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })),
    act: (which) => {  // one of the acts that wait, with as many cards picked as it wants; where none does, nothing
      const acts = () => [...document.querySelectorAll(".acts button:not([disabled])")];
      const table = document.querySelector(tag);
      const count = table.view?.pending?.you ? table.acts().find((each) => each.way)?.picks.length ?? 0 : 0;
      for (let place = 0; place < count; place += 1) find([".pick", place]).click();
      return run(60).then(() => { const some = acts(); if (some.length) click(some.at(which % some.length)); });
    },
    due: async (writes) => {  // what a lesson, or the house behind a table, says comes next
      const key = await ask({ due: true });
      if (!key) return;
      const [kind, seat, hand, wager, amount, places] = key.split(":");
      const at = (cents) => `[data-deed="${[kind, seat, hand, wager, cents, places].join(":")}"]`;
      const here = () => document.querySelector(`${at(amount)}, ${at(0)}${kind === "house_way" ? ", [data-deed=house_way]" : ""}`);
      const turn = async (each) => { each.click(); await run(30); };
      for (const place of document.querySelectorAll(".place-choice")) {
        if (!here()) await turn(place);
        for (let at = 0; !here() && document.querySelectorAll(".groups button")[at]; at += 1) await turn(find([".groups button", at]));
      }
      if (!here()) throw new Error(`nothing does ${kind} of seat ${seat}`);
      for (const each of here().dataset.deed === "house_way" ? places.split("+") : []) await turn(find([".pick", Number(each)]));
      click(here());
      await run(30);
      if (!document.querySelector(".cutting-deed")) return;
      const likely = writes ? null : document.querySelector(`[data-amount="${amount}"]`);
      if (likely) return click(likely);
      DEEDS.write([".cutting-deed input", String(amount / 100)]);
      await run(30);
      DEEDS.submit(".cutting-deed form");
    },
    news: (news) => streams.filter(({ isOpen }) => isOpen).forEach((each) => each.onmessage({ data: JSON.stringify(news) })),
    cut: () => streams.filter(({ isOpen }) => isOpen).forEach((each) => each.onerror()),
    aside: (selector) => {  // with a modifier: the browser's own way, in another tab
      const heard = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
      find(selector).addEventListener("click", (event) => { said.push(`left to the browser: ${!event.defaultPrevented}`); event.preventDefault(); }, { once: true });
      find(selector).dispatchEvent(heard);
    },
    agree: (whether) => { agrees = whether; },
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
  await quiet();
  await step("enters", () => document.querySelector(tag) ?? enter());  // some pages enter by themselves
  for (const [verb, given] of steps) await step(`${verb} ${given === undefined ? "" : JSON.stringify(given)}`, () => DEEDS[verb](given));
  if (tag !== "body") document.querySelector(tag)?.replaceWith();
  await run(60_000);
  drawn.push(["goes, and a minute later", said.splice(0), page()]);
  return drawn;
})
