import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { chunksOfItems, itemsOfChunk } from '../../../shared/feed/feed-chunk.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';

const noise = Array.from({ length: 30_000 }, () => randomUUID()).join('');
const chunk = {
  number: 7,
  at: '2026-03-01T08:00:00.000Z',
  revision: 0,
  events: [{ type: 'person.created', json: JSON.stringify({ noise }) }, undefined],
};

it('a chunk of several parts is read as it was written, and an incomplete one is left', () => {
  const items = itemsOfChunk(randomUUID(), chunk, 1);
  expect(items.length).toBeGreaterThan(1);
  expect(chunksOfItems([...items, ...items.slice(0, -1)])).toMatchObject({
    chunks: [chunk],
    rest: items.slice(0, -1),
  });
});

it.each([0, 1])('a chunk whose part %i was deleted is skipped', (deleted) => {
  const organizationId = randomUUID();
  const left = itemsOfChunk(organizationId, chunk, 1).toSpliced(deleted, 1);
  const next = { ...chunk, number: 8 };
  expect(chunksOfItems([...left, ...itemsOfChunk(organizationId, next, 1)])).toMatchObject({
    chunks: [next],
    rest: [],
  });
});

it('parts of different revisions are not read as one chunk', () => {
  const [first, ...others] = itemsOfChunk(randomUUID(), chunk, 1);
  const rewritten = others.map((part) => ({ ...part, revision: 1 }));
  expect(() => chunksOfItems([...(first === undefined ? [] : [first]), ...rewritten])).toThrow(
    TableUnavailableError,
  );
});
