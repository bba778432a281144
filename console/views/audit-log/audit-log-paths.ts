import type { AuditFilters } from '../../api/types.ts';

/** The address of the view, and the prefix of filtered addresses. */
export const AUDIT_LOG_PATH = 'organization/security/audit-log';

type FilterName = keyof AuditFilters;

/** The names of filters in addresses. */
const SEGMENTS: Readonly<Record<FilterName, string>> = {
  actorId: 'by',
  targetId: 'of',
  after: 'after',
  before: 'before',
};

const NAMES: readonly FilterName[] = ['actorId', 'targetId', 'after', 'before'];

/** The address of the log with these filters. */
export const auditLogPath = (filters: AuditFilters): string =>
  [
    AUDIT_LOG_PATH,
    ...NAMES.flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [SEGMENTS[name], encodeURIComponent(value)];
    }),
  ].join('/');

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The filters in an address, from the part after the view's path. */
export const filtersOf = (rest: readonly string[]): AuditFilters =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const index = rest.indexOf(SEGMENTS[name]);
      const value = rest[index + 1];
      return index % 2 !== 0 || value === undefined ? [] : [[name, decode(value)]];
    }),
  );
