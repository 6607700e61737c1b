// The meters on a table's sign, on a screen: what they show now, asked for anew every two seconds. Paper has none of it.

import { get } from "./api.js";
import { dollars } from "./money.js";

const REFRESH_MS = 2000;

async function refresh() {
  const { links } = await get("/api/links").catch(() => ({ links: [] }));  // what was shown last stays
  for (const { link, meters } of links) {
    for (const { name, cents } of meters) {
      const amount = document.querySelector(`[data-meter="${link} ${name}"]`);
      if (amount) amount.textContent = dollars(cents);
    }
  }
}

setInterval(refresh, REFRESH_MS);
