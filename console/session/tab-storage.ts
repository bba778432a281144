/** Storage of this tab that survives leaving the page: never for tokens or keys. */
export interface TabStorage {
  read(name: string): unknown;
  /** `undefined` removes it. */
  write(name: string, value: unknown): void;
  /** Removes everything whose name starts like this. */
  clear(prefix: string): void;
}

const PREFIX = 'sales-data-console:';

/** @param storage of the tab; failed writes are ignored */
export const createTabStorage = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
): TabStorage => ({
  read(name) {
    try {
      return JSON.parse(storage.getItem(PREFIX + name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(name, value) {
    try {
      if (value === undefined) storage.removeItem(PREFIX + name);
      else storage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // A full or blocked storage must not break the console.
    }
  },
  clear(prefix) {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const name of names) if (name?.startsWith(PREFIX + prefix)) storage.removeItem(name);
  },
});
