import type { EventFilters } from '../api/types.ts';
import type { Query } from './route.ts';

/** The address of the view, and the prefix of its pages. */
export const EVENTS_PATH = 'organization/data/events';

export const eventPath = (position: string): string => `${EVENTS_PATH}/at/${position}`;

/** The query of the list with the filters of an address. The service rejects values that it does not know. */
export const eventFiltersOf = ({ types, kind, id, after, before }: Query): EventFilters =>
  ({ types: types === undefined ? undefined : [types], kind, id, after, before }) as EventFilters;
