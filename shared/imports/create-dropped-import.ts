import { v5 } from 'uuid';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { DEFAULT_SETTINGS } from '../contract/imports/import-limits.ts';
import { readOrganization } from '../organizations/organization.ts';
import type { Table } from '../table/table.ts';
import type { Import } from './import.ts';
import { readProfile } from './import-profiles.ts';
import { insertImport, newImport, readImport } from './import-repository.ts';
import { readDropKey, uploadKey } from './object-keys.ts';

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
  /**
   * Copies it into the bucket, unless it is there, and returns the revision of the copy.
   * @default it is there
   */
  readonly copyTo?: (key: string) => Promise<string>;
}

/** CopyObject takes no larger objects. */
const MAX_COPIED_BYTES = 5 * 1024 ** 3;

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
  if (file.copyTo !== undefined && file.size > MAX_COPIED_BYTES) {
    return { problem: 'A file of another bucket must have at most 5 GB.' };
  }
  const objectKey = file.copyTo === undefined ? file.key : uploadKey(organizationId, id, address.fileName);
  const etag = file.copyTo === undefined ? file.etag : await file.copyTo(objectKey);
  const profile = await readProfile(table.reader, address);
  const created = newImport(
    {
      ...address,
      id,
      objectKey,
      etag,
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
