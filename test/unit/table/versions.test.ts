import { describe, expect, it } from 'vitest';
import { nextChangedAt } from '../../../shared/table/items/versions.ts';

describe('the changedAt of the next change', () => {
  const now = new Date('2026-03-01T08:00:00.500Z');

  it.each([
    ['the first', undefined, '2026-03-01T08:00:00.500Z'],
    ['a later one', '2026-03-01T08:00:00.499Z', '2026-03-01T08:00:00.500Z'],
    ['one in the same millisecond', '2026-03-01T08:00:00.500Z', '2026-03-01T08:00:00.501Z'],
    ['one of a writer whose clock is behind', '2026-03-01T08:00:00.900Z', '2026-03-01T08:00:00.901Z'],
  ])('increases with %s', (_, changedAt, next) => {
    expect(nextChangedAt(now, changedAt === undefined ? undefined : { changedAt })).toBe(next);
  });

  it('increases after a deletion', () => {
    expect(nextChangedAt(now, { deletedAt: '2026-03-01T08:00:00.500Z' })).toBe('2026-03-01T08:00:00.501Z');
  });
});
