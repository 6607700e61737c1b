// Documents that the house writes: where to get them, with times as they are told here.

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The report of a round: cards, choices, pays, who did what when, and every check. */
export const reportOf = ({ table, round }, format = "pdf") =>
  `/api/tables/${encodeURIComponent(table)}/rounds/${round}/report?${new URLSearchParams({ format, zone: zone() })}`;
