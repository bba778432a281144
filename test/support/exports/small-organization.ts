import { setTimeout } from 'node:timers/promises';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { createLaggingTable, type LaggingTable } from '../engine/lagging-table/lagging-table.ts';
import { createImportBucket } from '../imports/import-bucket.ts';
import { importFiles } from '../imports/import-files.ts';

/**
 * Longer than the index and the stream lag, and than the minute before an export in which it finds changes.
 */
export const SETTLED = 90_000;

/** Rows of people with the ids 1 to `count`. */
export const peopleRows = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index + 1},Ann ${index + 1}`).join('\n');

/** An organization in a table without faults. For virtual time. */
export const createSmallOrganization = async (table: LaggingTable = createLaggingTable()) => {
  const { organizationId } = await createImportBucket(table);
  const { client, tableName } = table;
  const fileOf = (name: string, content: string) => ({
    name,
    async *open() {
      yield Buffer.from(content);
    },
  });
  return {
    table,
    organizationId,
    /** Ids by those of the import. */
    idOf: (id: number) => createIdMaker(organizationId)('person', 'import', String(id)),
    importPeople: (rows: string, header = 'id,First Name') =>
      importFiles({
        client,
        tableName,
        organizationId,
        files: { people: fileOf('people.csv', `${header}\n${rows}`) },
      }),
    /** @param lists as JSON Lines have them */
    importCallLists: (...lists: readonly object[]) =>
      importFiles({
        client,
        tableName,
        organizationId,
        files: { callLists: fileOf('lists.jsonl', lists.map((list) => JSON.stringify(list)).join('\n')) },
      }),
    settle: () => setTimeout(SETTLED),
  };
};
