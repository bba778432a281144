/** Storage of this tab that survives leaving the page: never for tokens or keys. */
export interface TabStorage {
  read(name: string): unknown;
  /** `undefined` removes it. */
  write(name: string, value: unknown): void;
  clear(): void;
}

/** @param storage of the tab; failed writes are ignored */
export const createTabStorage = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>,
): TabStorage => ({
  read(name) {
    try {
      return JSON.parse(storage.getItem(name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(name, value) {
    try {
      if (value === undefined) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(value));
    } catch {
      // A full or blocked storage must not break the console.
    }
  },
  clear: () => storage.clear(),
});
