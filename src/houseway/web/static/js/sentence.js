// The house's words as a sentence: a capital first, a full stop last.

export const sentence = (text) =>
  text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
