import { DatabaseSync } from 'node:sqlite';
import { marshall } from '@aws-sdk/util-dynamodb';
import { itemBytes } from '../../../shared/table/items/item-size.ts';
import { INDEXES, PARTITION_KEY, SORT_KEY } from '../../../shared/table/items/schema.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { projected } from '../../support/engine/metered-table.ts';

const BUSY_MILLISECONDS = 60_000;

/** How the engine stores keys, which are texts. */
const text = (value: unknown): string => `S:${value}`;

/**
 * Writes new items into the file of a running engine as the engine stores them, many times as fast as by its
 * calls: a million calls have ten million items. SQLite lets two processes share the file.
 */
export const createBulkWriter = (databaseFile: string, tableName: string) => {
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MILLISECONDS });
  database.exec('PRAGMA synchronous=OFF; PRAGMA cache_size=-1000000');
  const insert = (table: string, columns: readonly string[]) =>
    database.prepare(`INSERT INTO "${table}" (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
  const items = insert(tableName, ['pk', 'sk', 'item_json', 'item_size']);
  const indexes = INDEXES.map((index) => ({
    index,
    entries: insert(`${tableName}::gsi::${index.name}`, [
      ...['gsi_pk', 'gsi_sk', 'table_pk', 'table_sk', 'item_json'],
    ]),
  }));
  const json = (item: Item): string => JSON.stringify(marshall(item, { removeUndefinedValues: true }));
  return {
    async put(all: readonly Item[]): Promise<void> {
      database.exec('BEGIN IMMEDIATE');
      for (const item of all) {
        const [pk, sk] = [text(item[PARTITION_KEY]), text(item[SORT_KEY])];
        items.run(pk, sk, json(item), itemBytes(item));
        for (const { index, entries } of indexes) {
          const [partition, sort] = [item[index.partitionKey], item[index.sortKey]];
          if (partition === undefined || sort === undefined) continue;
          entries.run(text(partition), text(sort), pk, sk, json(projected(item, index)));
        }
      }
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
};
