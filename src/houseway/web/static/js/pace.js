// How fast cards are dealt: the person's wish as a factor of a dealer's time. 0: all at once.

import { settings, still } from "./settings.js";

const FACTORS = { slow: 1.8, normal: 1, fast: 0.4, once: 0 };

export const SKIP = "k";  // the key that shows all that is dealt; no act and no bet has it

export const pace = () => (still() ? 0 : FACTORS[settings.pace] ?? 1);

/** Whether a row of a bot's seat waits for nobody. */
export const atOnce = (isBot) => settings.bots === "once" && isBot;
