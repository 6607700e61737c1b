// Small things that outlive a reload, kept in this browser by table. A browser that keeps nothing still plays.

export class Shelf {
  constructor(storage, name) {
    this.storage = storage;
    this.name = name;
  }

  read() {
    try {
      return JSON.parse(this.storage().getItem(this.name));
    } catch {
      return null;
    }
  }

  write(kept) {
    try {
      this.storage().setItem(this.name, JSON.stringify(kept));
    } catch { /* it then lasts as long as the page */ }
  }
}

/** For as long as the window is open. */
export const forNow = (kind, table) => new Shelf(() => sessionStorage, `houseway-${kind}-${table}`);

/** Until the person comes back. */
export const forLater = (kind, table) => new Shelf(() => localStorage, `houseway-${kind}-${table}`);
