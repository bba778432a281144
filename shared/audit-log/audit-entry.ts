import { randomUUID } from 'node:crypto';
import {
  auditActorPartition,
  auditLogPartition,
  auditTargetPartition,
  collectionSortKey,
} from '../table/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/schema.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Actor, AuditAction } from './listed-entry.ts';

export type { Actor };

/** One administrative act. Entries are only ever added: no function may change or delete one. */
export interface AuditEntry {
  readonly organizationId: string;
  /** When, as a timestamp in the stored form. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The id of what it was done to. */
  readonly targetId: string;
  /** What was decided; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Adds an entry in the transaction that makes the change, so that neither is there without the other. */
export const recordEntry = (entry: AuditEntry): WriteOperation => {
  const id = randomUUID();
  const { organizationId, at, targetId, actor } = entry;
  const position = collectionSortKey(at, id);
  return {
    put: {
      Item: {
        ...entry,
        id,
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
