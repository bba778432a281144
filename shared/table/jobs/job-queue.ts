import { requiredString } from '../items/attributes.ts';
import { readItems } from '../paging/read-items.ts';
import type { TableReader } from '../reader.ts';
import type { WriteOperation } from '../writer.ts';
import { type Job, type JobLine, queuedJobKey } from './job.ts';
import { type JobLease, leaseFromItem } from './job-lease.ts';

/** The jobs of a line that run or wait. */
export interface JobQueueState {
  readonly lease: JobLease | undefined;
  /** The id of the first one. */
  readonly first: string | undefined;
}

/** The write with which a job joins its line. */
export const joinOperation = (job: Job, queuedAt: string): WriteOperation => ({
  put: { Item: { ...queuedJobKey(job, queuedAt), jobId: job.id } },
});

/** The write with which a job leaves its line. */
export const leaveOperation = (job: Job, queuedAt: string): WriteOperation => ({
  delete: { Key: { ...queuedJobKey(job, queuedAt) } },
});

export const readJobQueue = async (
  reader: TableReader,
  { partition, name }: JobLine,
): Promise<JobQueueState> => {
  const items = await readItems(reader, {
    partition,
    from: name,
    // Follows all sort keys that start with `name#`.
    to: `${name}$`,
    consistentRead: true,
    limit: 2,
  });
  const lease = items.find(({ sk }) => sk === name);
  const first = items.find(({ sk }) => sk !== name);
  return {
    lease: lease && leaseFromItem(lease),
    first: first && requiredString(first, 'jobId'),
  };
};
