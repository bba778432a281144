import { coalesced } from '../runtime/coalesced.ts';
import type { TableKey } from './items/keys.ts';
import type { TableReader } from './reader.ts';

const textOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string =>
  JSON.stringify([pk, sk]);

/**
 * A reader that makes one BatchGetItem of all strongly consistent gets of the same moment, each item read
 * once.
 */
export const withBatchedGets = (reader: TableReader): TableReader => {
  const readTogether = coalesced(async (keys: readonly TableKey[]) => {
    const distinct = new Map(keys.map((key) => [textOf(key), key]));
    const items = await reader.getMany([...distinct.values()], { consistentRead: true });
    return new Map(items.map((item) => [textOf(item), item]));
  });
  return {
    ...reader,
    async get(key, options) {
      if (options?.consistentRead !== true) return reader.get(key, options);
      return (await readTogether([key])).get(textOf(key));
    },
  };
};
