import { type Actor, recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { readAuditLog } from '../../../shared/audit-log/audit-log.ts';
import type { ListedEntry } from '../../../shared/contract/audit-log/audit-log.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { beginEpoch } from '../../../shared/events/feed/feed-epoch.ts';
import type { ApiKey } from '../../../shared/keys/api-key.ts';
import { apiKeyFromItem } from '../../../shared/keys/api-key-mapper.ts';
import { markRevoked } from '../../../shared/keys/key-writes.ts';
import { SHARDED_KINDS } from '../../../shared/kinds/names.ts';
import { listOrganizations } from '../../../shared/organizations/manage.ts';
import { lastChanges, lookupChanges } from '../../../shared/records/lookups/lookup-changes.ts';
import type { LookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { recountLookups, storedRecords } from '../../../shared/records/lookups/recount.ts';
import { restoreSuppressions } from '../../../shared/records/suppression/enforce-suppressions.ts';
import { apiKeyPartition } from '../../../shared/table/items/keys.ts';
import { COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import { readItems, readWholeItems } from '../../../shared/table/paging/read-items.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { Table } from '../../../shared/table/table.ts';

/** What became of an organization whose table was restored. */
export interface CaughtUp {
  readonly id: string;
  readonly name: string;
  /** The new epoch of its event feed. */
  readonly epoch: number;
  readonly suppressions: Awaited<ReturnType<typeof restoreSuppressions>>;
  /** Keys that were revoked since, and are revoked again. */
  readonly revokedKeys: readonly Pick<ApiKey, 'id' | 'name'>[];
  /** Active keys that have permissions back which they lost since. */
  readonly widenedKeys: readonly (Pick<ApiKey, 'id' | 'name'> & {
    readonly permissions: readonly string[];
  })[];
  /** What users and operators did since, newest first, and is not in the restored table. */
  readonly lost: readonly ListedEntry[];
}

interface Restored {
  readonly table: Table;
  readonly lookups: LookupStore;
  /** Reads the table that is replaced. */
  readonly old: TableReader;
  /** The restored moment. */
  readonly restoredTo: string;
  readonly actor: Actor;
}

/** Longer than lookups lag behind a write, unless an alarm goes off. */
const LOOKUP_LAG = 15 * 60_000;

/** Lookups that are written at once. */
const LOOKUP_BATCH = 1_000;

const AUDIT_PAGE = 500;

/** Imports and exports tell of each of their steps, and are repeated as a whole. */
const isStep = ({ action }: ListedEntry): boolean => /^(?:import|export)\.(?!created$|deleted$)/.test(action);

/** Writes and counts the lookups of what changed shortly before the restored moment: its stream is lost. */
const restoreLookups = async ({ table, lookups, restoredTo }: Restored, organizationId: string) => {
  const since = timestampOf(new Date(Date.parse(restoredTo) - LOOKUP_LAG));
  for (const kind of SHARDED_KINDS) {
    let batch: Parameters<LookupStore['apply']>[0] = [];
    for await (const { resource, item } of storedRecords(table.reader, organizationId, kind, since)) {
      batch = [...batch, ...lookupChanges({ resource, before: undefined, after: item })];
      if (batch.length < LOOKUP_BATCH) continue;
      await lookups.apply(lastChanges(batch));
      batch = [];
    }
    await lookups.apply(lastChanges(batch));
  }
  await recountLookups(table, [organizationId], timestampOf(new Date()), 0);
};

const readKeys = async (reader: TableReader, organizationId: string): Promise<readonly ApiKey[]> => {
  const query = { index: COLLECTION_INDEX, partition: apiKeyPartition(organizationId) };
  const items = await readWholeItems(reader, await readItems(reader, query), { consistentRead: true });
  return items.map(apiKeyFromItem);
};

/** Revokes the keys that the replaced table has as revoked, and finds those that lost permissions. */
const restoreKeys = async ({ table, old, actor }: Restored, organizationId: string) => {
  const current = new Map((await readKeys(old, organizationId)).map((key) => [key.id, key]));
  const revokedKeys: Pick<ApiKey, 'id' | 'name'>[] = [];
  const widenedKeys: CaughtUp['widenedKeys'][number][] = [];
  for (const { id, name, revokedAt, permissions } of await readKeys(table.reader, organizationId)) {
    const now = current.get(id);
    if (now === undefined || revokedAt !== null) continue;
    if (now.revokedAt !== null) {
      const subject = { organizationId, actor, targetId: id };
      await table.writer.transact([
        markRevoked(id, now.revokedAt),
        recordEntry('api_key.revoked', subject, { reason: 'restored' }),
      ]);
      revokedKeys.push({ id, name });
    } else {
      const back = permissions.filter((permission) => !now.permissions.includes(permission));
      if (back.length > 0) widenedKeys.push({ id, name, permissions: back });
    }
  }
  return { revokedKeys, widenedKeys };
};

const readLost = async ({ old, restoredTo }: Restored, organizationId: string) => {
  const lost: ListedEntry[] = [];
  let position: string | undefined;
  do {
    const page = await readAuditLog(
      old,
      organizationId,
      { after: restoredTo },
      { limit: AUDIT_PAGE, position },
    );
    lost.push(...page.entries.filter((entry) => !isStep(entry)));
    position = page.next;
  } while (position !== undefined);
  return lost;
};

/**
 * Brings a restored table up to date with what must not be lost, before anybody reads it: suppressed numbers
 * and addresses, revoked keys, and lookups. Then begins a new epoch of each feed, so that receivers notice.
 * Can be interrupted and repeated.
 */
export async function* catchUp(restored: Restored): AsyncGenerator<CaughtUp> {
  const { table, old, actor } = restored;
  for (const { id, name } of await listOrganizations(table.reader)) {
    await restoreLookups(restored, id);
    const suppressions = await restoreSuppressions(table, old, { organizationId: id, actor });
    const keys = await restoreKeys(restored, id);
    const lost = await readLost(restored, id);
    yield { id, name, suppressions, ...keys, lost, epoch: await beginEpoch(table, id, new Date()) };
  }
}
