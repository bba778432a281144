import { randomUUID } from 'node:crypto';
import type { Actor, AuditAction } from '../contract/audit-log/audit-log.ts';
import { timestampOf } from '../domain/timestamp.ts';
import {
  auditActorPartition,
  auditLogPartition,
  auditTargetPartition,
  collectionSortKey,
} from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import type { WriteOperation } from '../table/writer.ts';

export type { Actor };

/** One administrative action. The log is append-only: no function may change or delete an entry. */
export interface AuditEntry {
  readonly organizationId: string;
  /** A timestamp in the stored form. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The id of the object that was changed. */
  readonly targetId: string;
  /** The parameters of the action, without secrets. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The write of an entry, to be part of the transaction that makes the change.
 *
 * @param subject `at` defaults to now
 */
export const recordEntry = (
  action: AuditAction,
  subject: Pick<AuditEntry, 'organizationId' | 'actor' | 'targetId'> & { readonly at?: string },
  details: AuditEntry['details'] = {},
): WriteOperation => {
  const id = randomUUID();
  const { organizationId, targetId, actor, at = timestampOf(new Date()) } = subject;
  const position = collectionSortKey(at, id);
  return {
    put: {
      Item: {
        ...{ organizationId, at, actor, action, targetId, details, id },
        pk: auditLogPartition(organizationId),
        sk: position,
        [COLLECTION_INDEX.partitionKey]: auditTargetPartition(organizationId, targetId),
        [PART_INDEX.partitionKey]: auditActorPartition(organizationId, actor.id),
        [COLLECTION_INDEX.sortKey]: position,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
};
