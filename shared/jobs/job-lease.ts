import { optionalNumber, optionalString, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { updateOf } from '../table/items/update-expression.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type Job, type JobLine, jobLeaseKey } from './job.ts';

/** Invocations of a job whose process was lost since the job last got further. */
export interface LostInvocations {
  /** How far the job had got. */
  readonly progress: number;
  readonly count: number;
}

/** Who holds the right to run jobs of a line. */
export interface JobLease {
  readonly jobId: string;
  /** The invocation that runs; `null` between two steps. */
  readonly owner: string | null;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Those before the invocation that holds it. */
  readonly lost: LostInvocations;
  /** What the invocation had done at its last renewal, for people to see. `undefined` if it does not tell. */
  readonly done: number | undefined;
}

export const leaseFromItem = (item: Item): JobLease => ({
  jobId: requiredString(item, 'jobId'),
  owner: optionalString(item, 'owner'),
  until: requiredNumber(item, 'leaseUntil'),
  lost: { progress: optionalNumber(item, 'progress') ?? 0, count: optionalNumber(item, 'lost') ?? 0 },
  done: optionalNumber(item, 'done') ?? undefined,
});

/**
 * The lost invocations of a job, if a lease that was free to take is its own. An invocation that ends in any
 * other way hands its lease over or releases it.
 *
 * @param progress of the job, which never gets smaller. Default: no more than when the lease was acquired
 */
export const lostInvocations = (
  lease: JobLease | undefined,
  id: string,
  progress = lease?.lost.progress ?? 0,
): LostInvocations =>
  lease?.jobId === id && lease.lost.progress === progress
    ? { progress, count: lease.lost.count + (lease.owner === null ? 0 : 1) }
    : { progress, count: 0 };

/**
 * Takes the lease for a job: if there is none, it expired, or it is handed over to this job.
 *
 * @param owner the invocation, or `null` to hand the lease over to the next message of the job
 * @param until milliseconds since 1970
 * @param lost {@link lostInvocations} of the lease before
 * @returns whether it was acquired
 */
export const takeLease = async (
  { writer }: Table,
  { line, id }: Job,
  owner: string | null,
  until: number,
  now: number,
  lost: LostInvocations = { progress: 0, count: 0 },
): Promise<boolean> => {
  const key = jobLeaseKey(line);
  // The owner has it already if DynamoDB's response to an earlier attempt was lost.
  const isOwn = owner === null ? '' : ' OR #owner = :owner';
  const condition = {
    ConditionExpression:
      'attribute_not_exists(pk) OR #leaseUntil < :now OR (#jobId = :jobId AND ' +
      `(attribute_not_exists(#owner)${isOwn}))`,
    ExpressionAttributeValues: { ':now': now },
  };
  const lease = {
    jobId: id,
    owner,
    leaseUntil: until,
    progress: lost.progress,
    lost: lost.count,
    done: null,
  };
  return (await writer.update(updateOf(key, lease, condition))) !== undefined;
};

/** Changes the lease of an invocation. Returns `false` if it expired and another invocation took it. */
const changeLease = async (
  { writer }: Table,
  { line }: Job,
  owner: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const condition = {
    ConditionExpression: '#held = :held',
    ExpressionAttributeNames: { '#held': 'owner' },
    ExpressionAttributeValues: { ':held': owner },
  };
  const update = updateOf(jobLeaseKey(line), changes, condition);
  return (await writer.update(update)) !== undefined;
};

/**
 * @param done what the invocation has done, for people to see. @default it does not tell
 * @returns `false` if the lease expired and another invocation took it
 */
export const renewLease = (
  table: Table,
  leased: Job,
  owner: string,
  until: number,
  done?: number | undefined,
): Promise<boolean> => changeLease(table, leased, owner, { leaseUntil: until, done: done ?? null });

/** Keeps the lease for the next step of the same job. */
export const handOverLease = (table: Table, leased: Job, owner: string, until: number): Promise<boolean> =>
  changeLease(table, leased, owner, { owner: null, leaseUntil: until });

/** The write that ends a lease, on condition that no other invocation took it. */
export const releaseOperation = ({ line }: Job, owner: string): WriteOperation => ({
  delete: {
    Key: { ...jobLeaseKey(line) },
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner },
  },
});

/** The write that ends a lease that was read, on condition that no other invocation took it. */
export const endLeaseOperation = (line: JobLine, { jobId, owner }: JobLease): WriteOperation => ({
  delete: {
    Key: { ...jobLeaseKey(line) },
    ConditionExpression:
      '#jobId = :jobId ' + `AND ${owner === null ? 'attribute_not_exists(#owner)' : '#owner = :owner'}`,
    ExpressionAttributeNames: { '#jobId': 'jobId', '#owner': 'owner' },
    ExpressionAttributeValues: { ':jobId': jobId, ...(owner !== null && { ':owner': owner }) },
  },
});
