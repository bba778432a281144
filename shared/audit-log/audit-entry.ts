import { randomUUID } from 'node:crypto';
import {
  auditActorPartition,
  auditLogPartition,
  auditTargetPartition,
  collectionSortKey,
} from '../table/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/schema.ts';
import type { WriteOperation } from '../table/writer.ts';

/** Who does something, and from where. */
export interface Actor {
  /** Stays the same: the `sub` of a signed-in user, or such as `cli:alice` for an operator. */
  readonly id: string;
  /** For people to read: the e-mail address of a user, or the same as the id. */
  readonly name: string;
  /** A host name or an address; null where it is not known. */
  readonly from: string | null;
}

/** One administrative act. Entries are only ever added: no function may change or delete one. */
export interface AuditEntry {
  readonly organizationId: string;
  /** When, as a timestamp in the stored form. */
  readonly at: string;
  readonly actor: Actor;
  readonly action:
    | 'organization.created'
    | 'user.invited'
    | 'api_key.created'
    | 'api_key.updated'
    | 'api_key.rotated'
    | 'api_key.revoked'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.enabled'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.tested'
    | 'webhook_endpoint.replayed'
    | 'webhook_delivery.replayed';
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
