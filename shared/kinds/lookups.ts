import { CALL_LIST_ENTRY_STATUSES } from './call-list-entry-status.ts';

/** The parameters that every lookup takes. */
export const PAGE = ['limit', 'cursor', 'count', 'fields'] as const;

/** Whether to return the number of all matches: by default, if it is cheap. */
export const COUNT = { kind: 'enum', values: ['none', 'exact'] } as const;

/** The parameters of every collection sorted by `changedAt`. */
export const COLLECTION_QUERY = {
  limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
  cursor: { kind: 'cursor' },
  count: COUNT,
  changedSince: { kind: 'timestamp' },
  sort: { kind: 'enum', values: ['changedAt', '-changedAt'], default: 'changedAt' },
} as const;

/** A lookup replaces the filters and the order of a collection. */
export const LOOKUP = { onlyWith: PAGE } as const;

/** A lookup of this many different values counts as one request. */
const MANY = { maximum: 100, ...LOOKUP } as const;

const NAME = { kind: 'name', ...LOOKUP } as const;

export const UUID_LOOKUP = { kind: 'uuid', ...LOOKUP } as const;
export const EMAIL_LOOKUP = { kind: 'email', ...MANY } as const;
export const DOMAIN_LOOKUP = { kind: 'domain', ...MANY } as const;
/** Text, as long as in a stored record. */
export const TEXT_VALUE = { kind: 'text', maximumLength: 500 } as const;
const TEXT_LOOKUP = { ...TEXT_VALUE, ...LOOKUP } as const;

/** The parameters that look up records of each kind without code of its own. */
export const COMMON_LOOKUPS = {
  id: { kind: 'ids', ...MANY },
  externalId: { kind: 'external-id', ...MANY },
} as const;

/** The parameters that look up people and companies. */
export const RECORD_LOOKUPS = {
  ...COMMON_LOOKUPS,
  phone: { kind: 'phone', ...MANY },
  name: NAME,
  ownerId: TEXT_LOOKUP,
  tag: TEXT_LOOKUP,
} as const;

/** The parameter by which both APIs look up call lists. */
export const CALL_LIST_LOOKUPS = { name: NAME } as const;

const OF_LIST = { onlyWith: [...PAGE, 'callListId'] } as const;

/** The parameters that look up entries, in all call lists or in one. */
export const ENTRY_LOOKUPS = {
  personId: { kind: 'uuid', ...LOOKUP },
  status: { kind: 'set', values: CALL_LIST_ENTRY_STATUSES, ...OF_LIST },
  nextCallBefore: { kind: 'timestamp', ...OF_LIST },
} as const;
