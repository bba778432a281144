import { collectionSortKey, type TableKey } from '../table/items/keys.ts';
import type { Item } from '../table/reader.ts';

/** The kinds of jobs. */
export const JOB_KIND_NAMES = ['exports', 'imports', 'replays'] as const;

export type JobKindName = (typeof JOB_KIND_NAMES)[number];

/** A line of jobs of which one runs at a time, in the order in which they joined. */
export interface JobLine {
  /** The table partition of its items. Several lines may share one. */
  readonly partition: string;
  /** Tells lines of a partition apart: no name starts with another one, and none contains `#`. */
  readonly name: string;
}

/** A job that takes several invocations. */
export interface Job {
  readonly line: JobLine;
  readonly id: string;
}

/** What all stored jobs have. */
export interface StoredJob {
  readonly id: string;
  readonly createdAt: string;
  /** Its place in the line; `null` if it neither waits nor runs. */
  readonly queuedAt: string | null;
  /** Counts the changes; writes are conditional on it. */
  readonly version: number;
}

/** What the jobs of one line have in common. */
export interface JobScope {
  readonly organizationId: string;
}

/** How jobs of one kind are stored, and which message starts or continues them. */
export interface JobKind<T extends StoredJob & S, S extends JobScope, M extends JobScope> {
  readonly name: JobKindName;
  /** How long a job is kept from its creation, in days. One that waits or runs does not expire. */
  readonly keptDays: number;
  readonly lineOf: (scope: S) => JobLine;
  readonly scopeOf: (line: JobLine) => S;
  readonly keyOf: (scope: S, id: string) => TableKey;
  /** The keys of a job in the indexes that list it. */
  readonly indexKeysOf?: (job: T) => Item;
  /** @throws CorruptItemError also for a value that only a later version knows */
  readonly fromItem: (item: Item) => T;
  readonly messageOf: (scope: S, id: string) => M;
}

/** The lease of the job that runs. Sorts directly before the jobs that wait. */
export const jobLeaseKey = ({ partition, name }: JobLine): TableKey => ({ pk: partition, sk: name });

/** A job that waits or runs, in the order of joining. */
export const queuedJobKey = ({ line, id }: Job, queuedAt: string): TableKey => ({
  pk: line.partition,
  sk: `${line.name}#${collectionSortKey(queuedAt, id)}`,
});

/** The line of a {@link queuedJobKey}. */
export const lineOfKey = ({ pk, sk }: TableKey): JobLine => ({
  partition: pk,
  name: sk.slice(0, sk.indexOf('#')),
});
