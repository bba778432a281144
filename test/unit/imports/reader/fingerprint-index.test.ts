import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FingerprintIndex } from '../../../../shared/imports/reader/run/fingerprint-index.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';

describe('ids', () => {
  const idOf = createIdMaker('6f1c2d3e-0000-4000-8000-000000000001');

  test('derives stable ids, regardless of other records', () => {
    expect(idOf('person', 'crm', '1')).toBe('e8b25c78-68ed-5439-a4a1-0053df4b58f6');
  });

  test('derives different ids by organization, kind, source and id', () => {
    const other = createIdMaker('6f1c2d3e-0000-4000-8000-000000000002');
    const ids = [
      idOf('person', 'crm', '1'),
      idOf('company', 'crm', '1'),
      idOf('person', 'erp', '1'),
      idOf('person', 'crm', '2'),
      idOf('person', 'crm:1', ''),
      idOf('person', 'crm', ':1'),
      other('person', 'crm', '1'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('accepts any lower-case UUID as the organization', () => {
    expect(createIdMaker('11111111-1111-1111-1111-111111111111')('person', 'a', 'b')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });
});

describe('fingerprints', () => {
  test('recognizes an id that was just added', () => {
    const index = new FingerprintIndex();
    const id = randomUUID();
    expect([index.add(id), index.add(id), index.size]).toEqual([true, false, 1]);
  });

  test('numbers ids in order and recognizes each', () => {
    const index = new FingerprintIndex();
    const ids = Array.from({ length: 50_000 }, () => randomUUID());
    expect(ids.every((id) => index.add(id))).toBe(true);
    expect(index.size).toBe(ids.length);
    expect(ids.some((id) => index.add(id))).toBe(false);
    expect(ids.every((id, at) => index.indexOf(id) === at)).toBe(true);
    expect(index.has(randomUUID())).toBe(false);
  });

  test('distinguishes ids that differ in any single digit', () => {
    const index = new FingerprintIndex();
    const base = '00000000-0000-0000-0000-000000000000';
    for (let at = 0; at < base.length; at++) {
      if (base[at] === '-') continue;
      for (const digit of '123456789abcdef') {
        expect(index.add(base.slice(0, at) + digit + base.slice(at + 1))).toBe(true);
      }
    }
  });
});
