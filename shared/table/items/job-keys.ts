/** The index partition of the jobs of a kind that wait or run, in order of joining their lines. */
export const queuedJobsPartition = (kind: string): string => `QUEUED_JOBS#${kind.toUpperCase()}`;
