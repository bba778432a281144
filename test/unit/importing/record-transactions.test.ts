import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PendingWrite, transactionsOf } from '../../../shared/importing/records/record-transactions.ts';
import { emptyDraft } from '../../../shared/importing/rows/record-draft.ts';
import { itemBytes } from '../../../shared/table/items/item-size.ts';

const write = (id: number, size: number): PendingWrite => ({
  row: { id: String(id), draft: emptyDraft(), rows: [] },
  outcome: 'created',
  item: { pk: String(id), sk: 'PERSON', text: 'x'.repeat(size) },
  stored: undefined,
});

describe('transactionsOf', () => {
  it('keeps every write, in order, within the limits of a transaction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 200, size: 'max' }),
        (sizes) => {
          const writes = sizes.map((size, index) => write(index, size));
          const transactions = transactionsOf(writes);
          expect(transactions.flat()).toEqual(writes);
          for (const transaction of transactions) {
            expect(transaction.length).toBeGreaterThan(0);
            expect(transaction.length).toBeLessThanOrEqual(50);
            const bytes = transaction.reduce((total, { item }) => total + itemBytes(item), 0);
            expect(bytes).toBeLessThan(4 * 1024 * 1024);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('uses as few transactions as possible for small records', () => {
    const writes = Array.from({ length: 101 }, (_, index) => write(index, 10));
    expect(transactionsOf(writes).map(({ length }) => length)).toEqual([50, 50, 1]);
  });
});
