import { requiredString } from '../table/items/attributes.ts';
import { queuedJobsPartition } from '../table/items/job-keys.ts';
import { collectionSortKey, type TableKey } from '../table/items/keys.ts';
import { DUE_INDEX } from '../table/items/schema.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type Job, type JobKindName, type JobLine, jobLeaseKey, queuedJobKey } from './job.ts';
import { type JobLease, leaseFromItem } from './job-lease.ts';

/** The jobs of a line that run or wait. */
export interface JobQueueState {
  readonly lease: JobLease | undefined;
  /** The first job. */
  readonly first: { readonly id: string; readonly key: TableKey } | undefined;
}

/**
 * The id of the job whose turn it is. A lost process keeps the turn, even before a job that joined earlier.
 */
export const turnOf = ({ lease, first }: JobQueueState): string | undefined => lease?.jobId ?? first?.id;

/** The write with which a job joins its line. */
export const joinOperation = (name: JobKindName, job: Job, queuedAt: string): WriteOperation => ({
  put: {
    Item: {
      ...queuedJobKey(job, queuedAt),
      jobId: job.id,
      [DUE_INDEX.partitionKey]: queuedJobsPartition(name),
      [DUE_INDEX.sortKey]: collectionSortKey(queuedAt, job.id),
    },
  },
});

/** The write with which a job leaves its line. */
export const leaveOperation = (job: Job, queuedAt: string): WriteOperation => ({
  delete: { Key: { ...queuedJobKey(job, queuedAt) } },
});

/** Follows all sort keys of queued jobs, which start with `name#`. */
const endOf = ({ name }: JobLine): string => `${name}$`;

export const readJobQueue = async (reader: TableReader, line: JobLine): Promise<JobQueueState> => {
  const { partition, name } = line;
  const items = await readItems(reader, {
    partition,
    from: name,
    to: endOf(line),
    consistentRead: true,
    limit: 2,
  });
  const lease = items.find(({ sk }) => sk === name);
  const first = items.find(({ sk }) => sk !== name);
  return {
    lease: lease && leaseFromItem(lease),
    first: first && {
      id: requiredString(first, 'jobId'),
      key: { pk: partition, sk: requiredString(first, 'sk') },
    },
  };
};

/** What the invocation that runs a job told when it renewed its lease. */
export const readDone = async (reader: TableReader, { line, id }: Job): Promise<number | undefined> => {
  const item = await reader.get(jobLeaseKey(line));
  const lease = item && leaseFromItem(item);
  return lease?.jobId === id ? lease.done : undefined;
};

/** How many jobs of a line run or wait, up to a limit. */
export const countJobs = async (reader: TableReader, line: JobLine, limit: number): Promise<number> => {
  const items = await readItems(reader, {
    partition: line.partition,
    from: `${line.name}#`,
    to: endOf(line),
    consistentRead: true,
    limit,
  });
  return items.length;
};
