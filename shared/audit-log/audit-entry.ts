import { randomUUID } from 'node:crypto';
import { auditEntryKey } from '../table/keys.ts';
import type { WriteOperation } from '../table/writer.ts';

/** Who does something, and from where. */
export interface Actor {
  /** Such as `cli:alice`, or the id of a signed-in user. */
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
  readonly action: 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked';
  /** The id of what it was done to. */
  readonly targetId: string;
  /** What was decided; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Adds an entry in the transaction that makes the change, so that neither is there without the other. */
export const recordEntry = (entry: AuditEntry): WriteOperation => {
  const id = randomUUID();
  return {
    put: {
      Item: { ...auditEntryKey(entry.organizationId, entry.at, id), ...entry, id },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
};
