import type { TableKey } from './keys.ts';

/**
 * The table partition of an organization's exports, in order of creation, and of the line in which they run.
 */
export const exportPartition = (organizationId: string): string => `EXPORTS#${organizationId}`;

/** The organization of an {@link exportPartition}. */
export const organizationOfExports = (partition: string): string => partition.slice('EXPORTS#'.length);

/** What the sort keys of exports start with. */
export const EXPORT_PREFIX = 'EXPORT#';

/** @param id ids of exports sort by time of creation */
export const exportKey = (organizationId: string, id: string): TableKey => ({
  pk: exportPartition(organizationId),
  sk: `${EXPORT_PREFIX}${id}`,
});
