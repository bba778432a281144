import type { EventFilters } from '../api/types.ts';

/** The address of the view, and the prefix of its pages. */
export const EVENTS_PATH = 'organization/data/events';

export const eventPath = (position: string): string => `${EVENTS_PATH}/at/${position}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What the list is filtered by, as text: the service validates it. */
export interface GivenFilters {
  /** A type or a pattern; empty for all. */
  readonly type: string;
  /** Empty for all records. */
  readonly kind: string;
  readonly id: string;
}

/** The address of the list with these filters. */
export const eventsPath = ({ type, kind, id }: GivenFilters): string =>
  [
    EVENTS_PATH,
    ...(type === '' ? [] : ['types', encodeURIComponent(type)]),
    ...(kind === '' && id === '' ? [] : ['of', encodeURIComponent(kind || '-'), encodeURIComponent(id)]),
  ].join('/');

/** The filters in an address, from the part after the view's path. */
export const filtersOf = (rest: readonly string[]): GivenFilters => {
  const type = rest[0] === 'types' ? decode(rest[1] ?? '') : '';
  const [of, kind = '', id = ''] = type === '' ? rest : rest.slice(2);
  return of === 'of'
    ? { type, kind: kind === '-' ? '' : decode(kind), id: decode(id) }
    : { type, kind: '', id: '' };
};

/** The query of the list with these filters. The service rejects values that it does not know. */
export const queryOf = ({ type, kind, id }: GivenFilters): EventFilters =>
  ({
    types: type === '' ? undefined : [type],
    kind: kind === '' ? undefined : kind,
    id: id === '' ? undefined : id,
  }) as EventFilters;
