// A shuffle was promised before anyone bet: HMAC-SHA256, keyed with 32 bytes, of one line of JSON. Here it is checked.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The line that is committed to: sorted keys, no blanks; the order has two hexadecimal digits a card. */
export const promised = (table, cycle, order) => JSON.stringify({ cycle, order, table });

export async function commitmentOf(table, cycle, order, key) {
  const made = await crypto.subtle.importKey("raw", bytesOf(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hexOf(await crypto.subtle.sign("HMAC", made, new TextEncoder().encode(promised(table, cycle, order))));
}
