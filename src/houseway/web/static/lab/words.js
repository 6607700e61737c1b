// Numbers as people read them.

const MINUS = "\u2212";

export const signed = (text) => text.replace("-", MINUS);

export function percent(value, places = 4) {
  return value == null ? "" : `${signed((value * 100).toFixed(places))}%`;
}

export function points(value, places = 4) {
  return `${value > 0 ? "+" : ""}${signed((value * 100).toFixed(places))} pts`;
}

export function plain(value, places = 4) {
  return signed(value.toFixed(places));
}

export function plus(value, places = 4) {
  return (value > 0 ? "+" : "") + plain(value, places);
}

export const count = (value) => signed(Math.round(value).toLocaleString("en-US"));

export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${signed(trim(value / 1e6))}M`;
  if (size >= 1e4) return `${signed(trim(value / 1e3))}k`;
  return signed(trim(value));
}

const trim = (value) => Number(value.toPrecision(4)).toLocaleString("en-US", { maximumFractionDigits: 20 });

export function dollars(cents, places) {
  const sign = cents < 0 ? MINUS : "";
  const whole = Math.abs(cents) / 100;
  const shown = whole.toLocaleString("en-US", {
    minimumFractionDigits: places ?? (Number.isInteger(whole) ? 0 : 2),
    maximumFractionDigits: places ?? 2,
  });
  return `${sign}$${shown}`;
}

export function shortDollars(cents) {
  const sign = cents < 0 ? MINUS : "";
  return `${sign}$${short(Math.abs(cents) / 100)}`;
}

export function oneIn(probability) {
  if (!probability) return "never";
  const times = 1 / probability;
  return times.toLocaleString("en-US", { maximumFractionDigits: times < 100 ? 2 : times < 10000 ? 1 : 0 });
}

/** '3/2' as '3 : 2', '-1' as 'lost', '0' as 'push'. */
export function odds(text) {
  if (text === "-1") return "lost";
  if (text === "0") return "push";
  const [num, den = "1"] = text.split("/");
  if (num.startsWith("-")) return `${MINUS}${num.slice(1)} : ${den}`;
  return `${num} : ${den}`;
}

/** What stands in the field where odds are typed. */
export function typed(text) {
  const [num, den] = text.split("/");
  return den ? `${num}:${den}` : num;
}

export const human = (name) => {
  const text = String(name).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export function chance(value) {
  if (value === 0) return "0%";
  if (value < 0.0001) return `${(value * 100).toExponential(1)}%`;
  return percent(value, value < 0.01 ? 3 : 2);
}
