import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import type { AuditAction } from '../contract/audit-log/audit-log.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { Resource } from '../table/items/resource-key.ts';
import type { Item } from '../table/reader.ts';
import type { WriteFence } from '../table/write-fence.ts';
import type { WriteOperation } from '../table/writer.ts';

/** A kind of record that can be deleted. */
export type RecordKind = Resource['kind'];

/** Identifies a record. */
export interface RecordReference {
  readonly organizationId: string;
  readonly kind: RecordKind;
  readonly id: string;
}

/** A record that was deleted. */
export interface DeletedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** The `sequence` of the deletion's event. A record that is created again continues from it. */
  readonly sequence: number;
  /** How many entries were deleted with a call list; 0 for other records. */
  readonly deletedEntries: number;
}

export interface DeletionOptions {
  /** Who deletes, for the audit log. */
  readonly actor: Actor;
  /** Whether the deletion must not become an event. The entries of a call list always become events. */
  readonly isSilent?: boolean;
  /** The fence of the import that deletes the record. */
  readonly fence?: WriteFence | undefined;
  /** Whether a record is deleted in the state that is stored. Default: in any. */
  readonly isWanted?: (stored: Item) => boolean;
}

/** The audit log entry of a deletion, to be part of its transaction. It contains no personal data. */
export const auditDeletion = (
  { organizationId, id }: RecordReference,
  action: AuditAction,
  actor: Actor,
  now: Date,
): WriteOperation => recordEntry(action, { organizationId, at: timestampOf(now), actor, targetId: id });
