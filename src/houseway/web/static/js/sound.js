// Our own sounds, made as they are heard: a card, a chip, a win, a big win. Off unless a person turns them on; until then the
// browser's sound is not even opened.

import { settings } from "./settings.js";

const LEAST_S = 0.05;  // between two of a kind: many cards at once are one sound
const LOUD = 0.12;
const MELODIES = { win: [523, 659, 784], big: [523, 659, 784, 1047, 1319] };  // hertz

let out = null;
const last = {};

/** "card", "chip", "win" or "big". */
export function sound(kind) {
  if (settings.sound !== "on") return;
  out ??= new AudioContext();
  if (out.state === "suspended") out.resume().catch(() => {});
  const now = out.currentTime;
  if (now - (last[kind] ?? -1) < LEAST_S) return;
  last[kind] = now;
  if (kind === "card") brush(now);
  else if (kind === "chip") [2100, 2900].forEach((hertz, i) => ring(hertz, now + i * 0.035, 0.05));
  else MELODIES[kind].forEach((hertz, i) => ring(hertz, now + i * 0.09, 0.25));
}

/** A card on felt: a short breath of noise. */
function brush(at) {
  const noise = out.createBuffer(1, out.sampleRate * 0.06, out.sampleRate);
  const samples = noise.getChannelData(0);
  samples.forEach((_, i) => { samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3; });
  const source = new AudioBufferSourceNode(out, { buffer: noise });
  const dull = new BiquadFilterNode(out, { type: "bandpass", frequency: 2400, Q: 0.8 });
  source.connect(dull).connect(new GainNode(out, { gain: LOUD })).connect(out.destination);
  source.start(at);
}

/** A tone that dies away. */
function ring(hertz, at, seconds) {
  const tone = new OscillatorNode(out, { type: "triangle", frequency: hertz });
  const loud = new GainNode(out, { gain: 0 });
  loud.gain.setValueAtTime(LOUD, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(loud).connect(out.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
