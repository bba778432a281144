import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { messageOf, StartError } from '../process/start-error.ts';

const storedKeySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  usagePlanIds: z.array(z.string()),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

const stateSchema = z.strictObject({ apiKeys: z.array(storedKeySchema) });

/** API Gateway's keys and the usage plans that they are in, kept in a file. */
export interface KeyStore {
  byId(id: string): StoredKey | undefined;
  byValue(value: string): StoredKey | undefined;
  /** In order of creation. */
  all(): readonly StoredKey[];
  plansOf(id: string): readonly string[];
  /** Adds a key or replaces the one with its id. Fulfilled once it is on disk. */
  put(key: StoredKey): Promise<void>;
  /** Fulfilled once it is gone from the disk. */
  remove(id: string): Promise<void>;
}

const read = (path: string): readonly StoredKey[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new StartError(`${path} cannot be read: ${messageOf(error)}.`);
  }
  try {
    return stateSchema.parse(JSON.parse(text)).apiKeys;
  } catch {
    throw new StartError(`${path} is damaged: restore it, or delete it to start without gateway keys.`);
  }
};

/**
 * @param path of the file, which need not exist
 * @throws StartError when it exists and cannot be understood
 */
export const openKeyStore = (path: string): KeyStore => {
  const keys = new Map(read(path).map((key) => [key.id, key]));
  const idsByValue = new Map([...keys.values()].map(({ value, id }) => [value, id]));
  let lastWrite: Promise<void> = Promise.resolve();

  /** One write at a time, each of the state as it is by then. A failed one does not stop those after it. */
  const save = (): Promise<void> => {
    const write = lastWrite
      .catch(() => undefined)
      .then(() => writeFileAtomically(path, JSON.stringify({ apiKeys: [...keys.values()] }, null, 1)));
    lastWrite = write;
    return write;
  };

  return {
    byId: (id) => keys.get(id),
    byValue: (value) => keys.get(idsByValue.get(value) ?? ''),
    all: () => [...keys.values()],
    plansOf: (id) => keys.get(id)?.usagePlanIds ?? [],
    put(key) {
      keys.set(key.id, key);
      idsByValue.set(key.value, key.id);
      return save();
    },
    remove(id) {
      const value = keys.get(id)?.value;
      keys.delete(id);
      if (value !== undefined) idsByValue.delete(value);
      return save();
    },
  };
};
