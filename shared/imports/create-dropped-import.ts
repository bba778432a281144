import { v5 } from 'uuid';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { DEFAULT_SETTINGS } from '../contract/imports/import-limits.ts';
import { readOrganization } from '../organizations/organization.ts';
import type { Table } from '../table/table.ts';
import type { Import } from './import.ts';
import { readProfile } from './import-profiles.ts';
import { insertImport, newImport, readImport } from './import-repository.ts';
import { readDropKey } from './object-keys.ts';

/** An object that was written to the bucket by someone else. */
export interface DroppedFile {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Distinguishes the revisions of one key, also those with the same content. */
  readonly sequencer: string;
  /** When it was written, in the stored form. Notifications may come late and in any order. */
  readonly arrivedAt: string;
  readonly droppedBy: Actor;
}

/** The same for each notification of one revision. */
const idOf = (organizationId: string, { key, etag, sequencer }: DroppedFile): string =>
  v5(JSON.stringify(['import', key, etag, sequencer]), organizationId);

/**
 * Creates the import of a dropped file, with the settings of its profile, and queues it. Idempotent.
 *
 * @returns the import, why there is none, or `undefined` for an object that is not to be imported
 */
export const createDroppedImport = async (
  table: Table,
  file: DroppedFile,
): Promise<Import | { readonly problem: string } | undefined> => {
  const address = readDropKey(file.key);
  if (address === undefined || 'problem' in address) return address;
  const { organizationId } = address;
  if ((await readOrganization(table.reader, organizationId)) === undefined) {
    return { problem: `There is no organization with the id ${organizationId}.` };
  }
  const id = idOf(organizationId, file);
  const known = await readImport(table.reader, organizationId, id);
  if (known !== undefined) return known;
  const profile = await readProfile(table.reader, address);
  const created = newImport(
    {
      ...address,
      id,
      objectKey: file.key,
      etag: file.etag,
      size: file.size,
      settings: profile?.settings ?? DEFAULT_SETTINGS,
      isRepeat: false,
      startedBy: file.droppedBy,
      createdAt: file.arrivedAt,
    },
    file.arrivedAt,
  );
  // Another notification of the same object may have come first.
  return (await insertImport(table, created)) ?? readImport(table.reader, organizationId, id);
};
