// Periods that are asked for often, by the room's own today. Days are texts such as 2026-01-31.

const DAY_MS = 86_400_000;

const read = (day) => new Date(`${day}T00:00:00Z`);
const written = (date) => date.toISOString().slice(0, 10);
const moved = (day, by) => written(new Date(read(day).getTime() + by * DAY_MS));

/** Today by the clock of this machine: near enough where the room has not told its own. */
export function dayHere(now = new Date()) {
  return written(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));
}

/** Monday is the first day of a week. */
const monday = (day) => moved(day, -((read(day).getUTCDay() + 6) % 7));
const firstOfMonth = (day) => `${day.slice(0, 7)}-01`;

/** [title, first day, last day]. */
export function spansOf(today) {
  const week = monday(today);
  const month = firstOfMonth(today);
  const before = moved(month, -1);
  return [
    ["Today", today, today],
    ["Yesterday", moved(today, -1), moved(today, -1)],
    ["This week", week, moved(week, 6)],
    ["Last week", moved(week, -7), moved(week, -1)],
    ["This month", month, moved(firstOfMonth(moved(month, 31)), -1)],
    ["Last month", firstOfMonth(before), before],
  ];
}
