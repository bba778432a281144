import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transactionsOf } from '../../../../shared/imports/reader/run/store-rows.ts';
import { itemBytes } from '../../../../shared/table/items/item-size.ts';

const plan = (id: number, size: number, writes = 1, required: readonly number[] = []) => {
  const Item = { pk: String(id), sk: 'PERSON', text: 'x'.repeat(size) };
  const operations = Array.from({ length: writes }, () => ({ put: { Item } }));
  const requires = required.map((each) => ({ pk: String(each), sk: 'PERSON' }));
  return { outcome: 'created', operations: () => operations, requires } as const;
};

describe('transactionsOf', () => {
  it('keeps every write, in order, within the limits of a transaction', () => {
    const rows = fc.record({
      size: fc.integer({ min: 0, max: 400_000 }),
      writes: fc.integer({ min: 1, max: 3 }),
      required: fc.uniqueArray(fc.nat(20), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 200, size: 'max' }), (all) => {
        const plans = all.map(({ size, writes, required }, index) => plan(index, size, writes, required));
        const transactions = transactionsOf(plans);
        expect(transactions.flat()).toEqual(plans);
        for (const transaction of transactions) {
          const writes = transaction.flatMap(({ operations }) => operations());
          expect(writes.length).toBeGreaterThan(0);
          // Two more count what is created, and one checks that no newer import has begun.
          const required = new Set(transaction.flatMap(({ requires }) => requires.map(({ pk }) => pk)));
          expect(writes.length + required.size).toBeLessThanOrEqual(97);
          const bytes = writes.reduce((total, { put }) => total + itemBytes(put.Item), 0);
          expect(bytes).toBeLessThan(4 * 1024 * 1024);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('uses as few transactions as possible for small records', () => {
    const plans = Array.from({ length: 199 }, (_, index) => plan(index, 10));
    expect(transactionsOf(plans).map(({ length }) => length)).toEqual([97, 97, 5]);
  });
});
