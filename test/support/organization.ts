import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { FileKind } from '../../shared/importing/files/source-file.ts';
import { importFiles } from '../../shared/importing/import-files.ts';
import type { TableKey } from '../../shared/table/items/keys.ts';
import { createTableWriter } from '../../shared/table/sdk/document-client-writer.ts';
import type { WriteOperation } from '../../shared/table/writer.ts';
import type { TestEngine } from './engine.ts';
import { jsonLinesFiles } from './sample-data.ts';

/** An organization of a test's own, written to as the service itself writes. */
export interface TestOrganization {
  readonly id: string;
  /** The beginning of the partition keys of all that it holds. */
  readonly prefix: string;
  /** Imports records as JSON Lines. Every row has to be accepted. */
  importRecords(
    files: Readonly<Partial<Record<FileKind, readonly unknown[]>>>,
    options?: { readonly isSilent?: boolean },
  ): Promise<void>;
  /** Makes writes in one transaction, whose conditions have to hold. */
  write(...operations: readonly WriteOperation[]): Promise<void>;
  /** Deletes one item and nothing else, as a writer would that knows only half of the table. */
  deleteItem(key: TableKey): Promise<void>;
}

export const createOrganization = ({ client, tableName }: TestEngine): TestOrganization => {
  const id = randomUUID();
  const writer = createTableWriter(client, tableName);
  const write = async (...operations: readonly WriteOperation[]): Promise<void> => {
    expect(await writer.transact(operations)).toBe(true);
  };
  return {
    id,
    prefix: `ORG#${id}#`,
    async importRecords(files, { isSilent = false } = {}) {
      const rejected: unknown[] = [];
      await importFiles({
        client,
        tableName,
        organizationId: id,
        isSilent,
        files: jsonLinesFiles(files),
        onRejectedRow: (row) => rejected.push(row),
      });
      expect(rejected).toEqual([]);
    },
    write,
    deleteItem: ({ pk, sk }) => write({ delete: { Key: { pk, sk } } }),
  };
};
