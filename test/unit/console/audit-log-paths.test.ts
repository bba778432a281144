import { describe, expect, it } from 'vitest';
import { AUDIT_LOG_PATH, auditLogPath, filtersOf } from '../../../console/views/audit-log/audit-log-paths.ts';

const restOf = (path: string): readonly string[] =>
  path
    .slice(AUDIT_LOG_PATH.length)
    .split('/')
    .filter((part) => part !== '');

describe('the address of a filtered audit log', () => {
  it.each([
    {},
    { actorId: 'cli:alice' },
    { actorId: 'of/by', targetId: '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11' },
    { actorId: 'by', targetId: 'of', after: '2026-01-30T00:00:00.000Z', before: 'after' },
    { targetId: '100%' },
  ])('contains all filters: %o', (filters) => {
    expect(filtersOf(restOf(auditLogPath(filters)))).toEqual(filters);
  });

  it('keeps the valid filters if it is malformed', () => {
    expect(filtersOf(['by'])).toEqual({});
    expect(filtersOf(['of', '%zz', 'by'])).toEqual({ targetId: '%zz' });
  });
});
