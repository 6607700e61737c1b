// Whether this browser is of somebody who is kept: then pages ask the house for what it keeps.

import { Shelf } from "./shelf.js";

const shelf = new Shelf(() => localStorage, "houseway-kept");

export const isKeptHere = () => Boolean(shelf.read());

export const remember = (kept) => {
  if (kept !== isKeptHere()) shelf.write(kept);
};
