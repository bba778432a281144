import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { eventIdOf } from '../../../shared/events/events-of-change.ts';

const key = { pk: 'ORG#o#CALL_LIST#l', sk: 'CALL_LIST' };

it('returns a version 8 UUID of a hash', () => {
  const hash = createHash('sha256').update('["7","ORG#o#CALL_LIST#l","CALL_LIST","call_list.locked"]');
  const hex = hash.digest('hex');
  const id = eventIdOf('7', key, 'call_list.locked');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Only the version and the two bits of the variant differ from the hash.
  const digits = id.replaceAll('-', '');
  expect([digits.slice(0, 12), digits.slice(13, 16), digits.slice(17)]).toEqual([
    hex.slice(0, 12),
    hex.slice(13, 16),
    hex.slice(17, 32),
  ]);
});

it('differs by record, by item and by type', () => {
  const ids = [
    eventIdOf('7', key, 'call_list.locked'),
    eventIdOf('8', key, 'call_list.locked'),
    // Every local engine counts its records from 1.
    eventIdOf('7', { ...key, pk: 'ORG#o#CALL_LIST#m' }, 'call_list.locked'),
    eventIdOf('7', { ...key, sk: 'ENTRY#0000000001#e' }, 'call_list.locked'),
    eventIdOf('7', key, 'call_list.updated'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(eventIdOf('7', key, 'call_list.locked')).toBe(ids[0]);
});
