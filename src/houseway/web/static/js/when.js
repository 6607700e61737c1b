// Moments as people read them.

/** "16 Nov 2026, 14:03:22" in the reader's own time. */
export const timeText = (micros) =>
  new Date(micros / 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
