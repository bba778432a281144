export type TabStorage = ReturnType<typeof createTabStorage>;

/**
 * Storage of this tab that survives leaving the page: never for tokens or keys. Failed writes are ignored.
 */
export const createTabStorage = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>) => ({
  read(name: string): unknown {
    try {
      return JSON.parse(storage.getItem(name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** `undefined` removes it. */
  write(name: string, value: unknown): void {
    try {
      if (value === undefined) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(value));
    } catch {
      // A full or blocked storage must not break the console.
    }
  },
  clear: (): void => storage.clear(),
});
