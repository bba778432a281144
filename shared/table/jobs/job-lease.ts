import { optionalNumber, optionalString, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { importLeaseKey } from '../table/items/import-keys.ts';
import { updateOf } from '../table/items/update-expression.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import } from './import.ts';

/** Invocations of an import whose process was lost since the import last got further. */
export interface LostInvocations {
  /** Rows that the import had stored. */
  readonly rows: number;
  readonly count: number;
}

/** Who holds the right to run imports of one kind. */
export interface ImportLease {
  readonly importId: string;
  /** The invocation that runs; `null` between two steps. */
  readonly owner: string | null;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Those before the invocation that holds it. */
  readonly lost: LostInvocations;
}

export const leaseFromItem = (item: Item): ImportLease => ({
  importId: requiredString(item, 'importId'),
  owner: optionalString(item, 'owner'),
  until: requiredNumber(item, 'leaseUntil'),
  lost: { rows: optionalNumber(item, 'rows') ?? 0, count: optionalNumber(item, 'lost') ?? 0 },
});

/**
 * The lost invocations of an import, if a lease that was free to take is its own. An invocation that ends in
 * any other way hands its lease over or releases it.
 *
 * @param rows that the import has stored. Default: no more than when the lease was acquired
 */
export const lostInvocations = (
  lease: ImportLease | undefined,
  importId: string,
  rows = lease?.lost.rows ?? 0,
): LostInvocations =>
  lease?.importId === importId && lease.lost.rows === rows
    ? { rows, count: lease.lost.count + (lease.owner === null ? 0 : 1) }
    : { rows, count: 0 };

type LeasedImport = Pick<Import, 'organizationId' | 'kind' | 'id'>;

/**
 * Takes the lease for an import: if there is none, it expired, or it is handed over to this import.
 *
 * @param owner the invocation, or `null` to hand the lease over to the next message of the import
 * @param until milliseconds since 1970
 * @param lost {@link lostInvocations} of the lease before
 * @returns whether it was acquired
 */
export const takeLease = async (
  { writer }: Table,
  { organizationId, kind, id }: LeasedImport,
  owner: string | null,
  until: number,
  now: number,
  lost: LostInvocations = { rows: 0, count: 0 },
): Promise<boolean> => {
  const key = importLeaseKey(organizationId, kind);
  // The owner has it already if DynamoDB's response to an earlier attempt was lost.
  const isOwn = owner === null ? '' : ' OR #owner = :owner';
  const condition = {
    ConditionExpression: `attribute_not_exists(pk) OR #leaseUntil < :now OR (#importId = :importId AND (attribute_not_exists(#owner)${isOwn}))`,
    ExpressionAttributeValues: { ':now': now },
  };
  const lease = { importId: id, owner, leaseUntil: until, rows: lost.rows, lost: lost.count };
  return (await writer.update(updateOf(key, lease, condition))) !== undefined;
};

/** Changes the lease of an invocation. Returns `false` if it expired and another invocation took it. */
const changeLease = async (
  { writer }: Table,
  { organizationId, kind }: LeasedImport,
  owner: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const condition = {
    ConditionExpression: '#held = :held',
    ExpressionAttributeNames: { '#held': 'owner' },
    ExpressionAttributeValues: { ':held': owner },
  };
  const update = updateOf(importLeaseKey(organizationId, kind), changes, condition);
  return (await writer.update(update)) !== undefined;
};

/** @returns `false` if the lease expired and another invocation took it */
export const renewLease = (
  table: Table,
  leased: LeasedImport,
  owner: string,
  until: number,
): Promise<boolean> => changeLease(table, leased, owner, { leaseUntil: until });

/** Keeps the lease for the next step of the same import. */
export const handOverLease = (
  table: Table,
  leased: LeasedImport,
  owner: string,
  until: number,
): Promise<boolean> => changeLease(table, leased, owner, { owner: null, leaseUntil: until });

/** The write that ends a lease, on condition that no other invocation took it. */
export const releaseOperation = ({ organizationId, kind }: LeasedImport, owner: string): WriteOperation => ({
  delete: {
    Key: { ...importLeaseKey(organizationId, kind) },
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner },
  },
});
