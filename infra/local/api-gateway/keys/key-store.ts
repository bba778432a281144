import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { readStateFile } from '../../process/state-file.ts';

const storedKeySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  usagePlanIds: z.array(z.string()),
  /** In milliseconds since 1970. */
  createdAt: z.number(),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

const stateSchema = z.strictObject({ apiKeys: z.array(storedKeySchema) });

/** API Gateway's keys with their usage plans, kept in a file. */
export interface KeyStore {
  byId(id: string): StoredKey | undefined;
  byValue(value: string): StoredKey | undefined;
  all(): readonly StoredKey[];
  /** Adds a key or replaces the one with its id. Fulfilled once it is on disk. */
  put(key: StoredKey): Promise<void>;
  /** Fulfilled once the removal is on disk. */
  remove(id: string): Promise<void>;
}

/**
 * @param path of the file, which need not exist
 * @throws StartError if the file is unreadable
 */
export const openKeyStore = (path: string): KeyStore => {
  const stored = readStateFile(path, stateSchema, 'start without gateway keys')?.apiKeys ?? [];
  const keys = new Map(stored.map((key) => [key.id, key]));
  const idsByValue = new Map(stored.map(({ value, id }) => [value, id]));
  const save = createSerialWriter(path, () => JSON.stringify({ apiKeys: [...keys.values()] }, null, 1));
  return {
    byId: (id) => keys.get(id),
    byValue: (value) => keys.get(idsByValue.get(value) ?? ''),
    all: () => [...keys.values()],
    put(key) {
      keys.set(key.id, key);
      idsByValue.set(key.value, key.id);
      return save();
    },
    remove(id) {
      idsByValue.delete(keys.get(id)?.value ?? '');
      keys.delete(id);
      return save();
    },
  };
};
