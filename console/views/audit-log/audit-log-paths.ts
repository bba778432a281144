import type { AuditFilters } from '../../api/types.ts';

/** The address of the view, which those of all filters begin with. */
export const AUDIT_LOG_PATH = 'organization/security/audit-log';

type FilterName = keyof AuditFilters;

/** How filters are called in addresses. */
const SEGMENTS: Readonly<Record<FilterName, string>> = {
  actorId: 'by',
  targetId: 'of',
  after: 'after',
  before: 'before',
};

const NAMES: readonly FilterName[] = ['actorId', 'targetId', 'after', 'before'];

/** The address of what these filters leave over. */
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

/** The filters that an address holds: what follows the view's own path. */
export const filtersOf = (rest: readonly string[]): AuditFilters =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const index = rest.indexOf(SEGMENTS[name]);
      const value = rest[index + 1];
      return index % 2 !== 0 || value === undefined ? [] : [[name, decode(value)]];
    }),
  );
