import { describe, expect, it } from 'vitest';
import { USAGE_ORDERS } from '../../../shared/contract/records/list-orders.ts';
import type { ApiKey } from '../../../shared/keys/api-key.ts';
import type { RequestCounts } from '../../../shared/keys/requests/count-requests.ts';
import { type MeteredKey, orderByUsage, type UsageOrder } from '../../../shared/keys/usage.ts';

const keyOf = (id: string, name: string, createdAt: string): MeteredKey => ({
  id,
  apiKey: { id, name, createdAt } as ApiKey,
  gatewayKeyId: undefined,
});

const KEYS = [
  keyOf('1', 'béta', '2026-01-03T00:00:00.000Z'),
  keyOf('2', 'Alpha', '2026-01-01T00:00:00.000Z'),
  keyOf('3', 'gamma', '2026-01-02T00:00:00.000Z'),
  keyOf('4', 'unused', '2026-01-04T00:00:00.000Z'),
];

const countsOf = (succeeded: number, refused: number, failed: number): RequestCounts => ({
  ...{ succeeded, refused, failed },
  refusals: [],
});

const COUNTS = new Map([
  ['1', countsOf(9, 100, 0)],
  ['2', countsOf(10, 9, 1)],
  ['3', countsOf(8, 0, 2)],
]);

/** The names on all pages of two. */
const namesIn = async (order: UsageOrder['order'], counts = async () => COUNTS) => {
  const names: string[] = [];
  let position: string | undefined;
  do {
    const page = await orderByUsage(KEYS, { order, counts, limit: 2, position });
    expect(page.totalCount).toBe(4);
    names.push(...page.items.map(({ apiKey }) => apiKey.name));
    position = page.next;
  } while (position !== undefined);
  return names;
};

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  createdAt: ['Alpha', 'gamma', 'béta', 'unused'],
  name: ['Alpha', 'béta', 'gamma', 'unused'],
  requests: ['unused', 'gamma', 'Alpha', 'béta'],
  succeeded: ['unused', 'gamma', 'béta', 'Alpha'],
  refused: ['gamma', 'unused', 'Alpha', 'béta'],
  failed: ['béta', 'unused', 'Alpha', 'gamma'],
};

describe('the order of keys by usage', () => {
  it.each(USAGE_ORDERS)('spans all pages: %s', async (order) => {
    const ascending = EXPECTED[order.replace('-', '')] ?? [];
    expect(await namesIn(order)).toEqual(order.startsWith('-') ? ascending.toReversed() : ascending);
  });

  it('reads counts only to order by them', async () => {
    const unread = (): never => {
      throw new Error('The counts were read.');
    };
    expect(await namesIn('name', unread)).toHaveLength(4);
    await expect(namesIn('-failed', unread)).rejects.toThrow('The counts were read.');
  });
});
