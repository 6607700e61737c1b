// The house's words as a sentence: a capital first, a full stop last.

const FIRST = /^\p{Ll}(?!-\p{Lu})/u;  // an i-Deal stays one

export const sentence = (text) =>
  text && `${text.replace(FIRST, (letter) => letter.toUpperCase())}${/[.!?]$/.test(text) ? "" : "."}`;
