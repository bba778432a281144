import { describe, expect, it } from 'vitest';
import { readAll } from '../../../console/api/read-all.ts';

const pageOf = (
  all: readonly number[],
  { limit, cursor = '0' }: { limit: number; cursor: string | undefined },
) => {
  const [start, end] = [Number(cursor), Number(cursor) + limit];
  return { items: all.slice(start, end), ...(end < all.length && { nextCursor: String(end) }) };
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('reading a whole collection', () => {
  it.each([0, 1, 200, 201, 1_000])('returns all of %i items, in order', async (count) => {
    expect(await readAll(async (page) => pageOf(numbers(count), page))).toEqual(numbers(count));
  });

  it('ends after a thousand', async () => {
    const cursors: (string | undefined)[] = [];
    const items = await readAll(async (page) => {
      cursors.push(page.cursor);
      return pageOf(numbers(5_000), page);
    });
    expect(items).toEqual(numbers(1_000));
    expect(cursors).toEqual([undefined, '200', '400', '600', '800']);
  });

  it('fails with any page', async () => {
    const failing = readAll(async (page) => {
      if (page.cursor !== undefined) throw new Error('Not now.');
      return pageOf(numbers(300), page);
    });
    await expect(failing).rejects.toThrow('Not now.');
  });
});
