import { collectionSortKey, type TableKey } from '../table/items/keys.ts';

/** A line of jobs of which one runs at a time, in the order in which they joined. */
export interface JobLine {
  /** The table partition of its items. Several lines may share one. */
  readonly partition: string;
  /** Tells lines of a partition apart: no name starts with another one. */
  readonly name: string;
}

/** A job that takes several invocations. */
export interface Job {
  readonly line: JobLine;
  readonly id: string;
}

/** The lease of the job that runs. Sorts directly before the jobs that wait. */
export const jobLeaseKey = ({ partition, name }: JobLine): TableKey => ({ pk: partition, sk: name });

/** A job that waits or runs, in the order of joining. */
export const queuedJobKey = ({ line, id }: Job, queuedAt: string): TableKey => ({
  pk: line.partition,
  sk: `${line.name}#${collectionSortKey(queuedAt, id)}`,
});
