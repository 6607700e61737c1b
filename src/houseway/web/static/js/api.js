// The house over HTTP. A refusal is an error with the house's own sentence.

export class Refusal extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

let session = null;

export async function get(path) {
  return answer(await reach(path, { headers: { accept: "application/json" } }));
}

export async function text(path) {
  const found = await reach(path, {});
  if (!found.ok) await answer(found);
  return found.text();
}

export async function post(path, body, method = "POST") {
  const headers = { "content-type": "application/json", "x-csrf": session?.csrf ?? "" };
  return answer(await reach(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
}

async function reach(path, options) {
  try {
    return await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refusal("offline", "the house cannot be reached: is the server running?");
  }
}

async function answer(found) {
  if (found.status === 204) return null;
  let body = null;
  try {
    body = await found.json();
  } catch { /* not ours: the status must do */ }
  if (!found.ok) {
    const reason = body?.reason ?? (typeof body?.detail === "string" ? body.detail : null);
    throw new Refusal(body?.code ?? `http_${found.status}`, reason ?? `the house answered ${found.status}`);
  }
  return body;
}

/** Who we are to the house; a guest has no name. */
export async function whoAmI() {
  session = await get("/api/session");
  return session;
}

export async function enter(name) {
  session = await post("/api/session", { name });
  return session;
}

/** Somebody who was here before; or who we are after a change of passphrase. */
export async function become(path, body) {
  session = await post(path, body);
  return session;
}

export async function signOut(everywhere) {
  session = await post(`/api/session${everywhere ? "?everywhere=true" : ""}`, undefined, "DELETE");
  return session;
}

export const known = () => session;

/** Cents in the purse of somebody who is kept, read off the ledger; undefined for others. */
export async function readPurse() {
  if (!session?.kept) return undefined;
  const { purse_cents: cents } = await get("/api/you").catch(() => ({}));
  return cents;
}
