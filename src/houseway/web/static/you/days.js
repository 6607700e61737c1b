// Days as a person writes them: 16 Nov 2026.

const LOCAL = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const OF_UTC = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** The day of a moment, in milliseconds since 1970. */
export const day = (moment) => LOCAL.format(new Date(moment));

/** A day of UTC, as the ledger writes it (2026-11-16). */
export const utcDay = (written) => OF_UTC.format(new Date(`${written}T00:00:00Z`));
