import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { FileKind } from '../../../shared/imports/file-kinds.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import type { TableKey } from '../../../shared/table/items/keys.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { WriteOperation } from '../../../shared/table/writer.ts';
import { type SomeTable, tableOf } from '../engine/function-table.ts';
import { importFiles } from '../imports/import-files.ts';
import { jsonLinesFiles } from '../records/sample-data.ts';

const REGISTERED_AT = '2026-01-01T00:00:00.000Z';

/** A test's organization, written to through the service's own code. */
export interface TestOrganization {
  readonly id: string;
  /** The common prefix of its partition keys. */
  readonly prefix: string;
  /** Imports records as JSON Lines and expects every row to be accepted. */
  importRecords(
    files: Readonly<Partial<Record<FileKind, readonly unknown[]>>>,
    options?: { readonly isSilent?: boolean },
  ): Promise<void>;
  /** Writes in one transaction, whose conditions must hold. */
  write(...operations: readonly WriteOperation[]): Promise<void>;
  /** Deletes a single item without its dependents. */
  deleteItem(key: TableKey): Promise<void>;
}

/** Stores an organization, which commands require. Idempotent. */
export const registerOrganization = async (engine: SomeTable, id: string): Promise<void> => {
  const organization = { ...ORGANIZATION_DEFAULTS, id, name: 'Nowhere', createdAt: REGISTERED_AT };
  const item = nextVersion(organizationToItem(organization), undefined);
  await tableOf(engine).writer.transact([{ put: { Item: item } }]);
};

export const createOrganization = (engine: SomeTable, id: string = randomUUID()): TestOrganization => {
  const { client, tableName } = engine;
  const table = tableOf(engine);
  const write = async (...operations: readonly WriteOperation[]): Promise<void> => {
    expect(await table.writer.transact(operations)).toBe(true);
  };
  return {
    id,
    prefix: `ORG#${id}#`,
    async importRecords(files, { isSilent = false } = {}) {
      const rejected: unknown[] = [];
      await importFiles({
        client,
        tableName,
        table,
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
