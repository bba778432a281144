import { describe, expect, it } from 'vitest';
import { progressText, shareOf, sizeText } from '../../../console/views/exports/export-text.ts';
import { mergeExports } from '../../../console/views/exports/merge-exports.ts';

describe('the list of exports', () => {
  it('replaces loaded exports, and keeps the newest first', () => {
    const merged = mergeExports(
      [
        { id: '2', state: 'running' },
        { id: '1', state: 'completed' },
      ],
      [
        { id: '3', state: 'queued' },
        { id: '2', state: 'completed' },
      ],
    );
    expect(merged).toEqual([
      { id: '3', state: 'queued' },
      { id: '2', state: 'completed' },
      { id: '1', state: 'completed' },
    ]);
  });
});

describe('the progress of an export', () => {
  it.each([
    [0, null, '0 records', 0],
    [1_200, 4_800, '1,200 of 4,800 records', 0.25],
    [4_801, 4_800, '4,801 of 4,800 records', 0.99],
    [0, 0, '0 of 0 records', 0],
  ])('shows progress after %d of %s records', (recordCount, totalCount, text, share) => {
    const progress = { recordCount, totalCount };
    expect(progressText(progress)).toBe(text);
    expect(shareOf(progress)).toBe(share);
  });
});

describe('the file of an export', () => {
  it.each([
    [0, '0 kB'],
    [999, '1 kB'],
    [8_650, '8.7 kB'],
    [12_345_678, '12.3 MB'],
    [5_000_000_000, '5 GB'],
  ])('describes %d bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
