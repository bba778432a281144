import type { TableKey } from './keys.ts';

/** The table partition of an organization's exports, in order of creation, and of the line in which they run. */
export const exportPartition = (organizationId: string): string => `EXPORTS#${organizationId}`;

/** What the sort keys of exports start with. */
export const EXPORT_PREFIX = 'EXPORT#';

/** @param id ids of exports sort by time of creation */
export const exportKey = (organizationId: string, id: string): TableKey => ({
  pk: exportPartition(organizationId),
  sk: `${EXPORT_PREFIX}${id}`,
});
