import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { chunksOfItems, itemsOfChunk } from '../../../../shared/events/feed/feed-chunk.ts';

const noise = Array.from({ length: 30_000 }, () => randomUUID()).join('');
const chunk = {
  number: 7,
  at: '2026-03-01T08:00:00.000Z',
  revision: 0,
  events: [
    { type: 'person.created', json: JSON.stringify({ noise }) },
    undefined,
    { type: 'person.updated', json: '{"a":"{ b"}', mark: '0a1b2c3d+1z' },
  ],
};

it('reads a chunk of several parts as it was written, and skips an incomplete one', () => {
  const items = itemsOfChunk(randomUUID(), chunk, 1);
  expect(items.length).toBeGreaterThan(1);
  expect(chunksOfItems([...items, ...items.slice(0, -1)])).toMatchObject({
    chunks: [chunk],
    rest: items.slice(0, -1),
  });
});

it.each([0, 1])('skips a chunk whose part %i was deleted', (deleted) => {
  const organizationId = randomUUID();
  const left = itemsOfChunk(organizationId, chunk, 1).toSpliced(deleted, 1);
  const next = { ...chunk, number: 8 };
  expect(chunksOfItems([...left, ...itemsOfChunk(organizationId, next, 1)])).toMatchObject({
    chunks: [next],
    rest: [],
  });
});

it('skips a chunk whose parts have different revisions', () => {
  const organizationId = randomUUID();
  const [first, ...others] = itemsOfChunk(organizationId, chunk, 1);
  const rewritten = others.map((part) => ({ ...part, revision: 1 }));
  const next = { ...chunk, number: 8 };
  expect(
    chunksOfItems([...(first ? [first] : []), ...rewritten, ...itemsOfChunk(organizationId, next, 1)]),
  ).toMatchObject({ chunks: [next], rest: [] });
});
