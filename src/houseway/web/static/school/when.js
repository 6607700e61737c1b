// Times of the school in words. The house tells microseconds since 1970.

const DAY_MS = 86_400_000;

/** "This kind comes back in 3 days." */
export function comesBack(at) {
  const days = (at / 1000 - Date.now()) / DAY_MS;
  if (days < 0.5) return "This kind comes back soon.";
  return `This kind comes back ${days < 1.5 ? "tomorrow" : `in ${Math.round(days)} days`}.`;
}

/** "due now", "in 3 days". */
export function dueText(at) {
  if (at === null) return "not asked yet";
  const days = (at / 1000 - Date.now()) / DAY_MS;
  if (days <= 0) return "due now";
  return days < 1.5 ? "due tomorrow" : `due in ${Math.round(days)} days`;
}

export const dayText = (at) => new Date(at / 1000).toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });

/** "3:05". */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
