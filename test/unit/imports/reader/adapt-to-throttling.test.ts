import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { adaptToThrottling } from '../../../../shared/imports/reader/run/adapt-to-throttling.ts';
import { TableConflictError, TableThrottledError } from '../../../../shared/table/reader.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';

const { reader, writer } = createLaggingTable();

/** A table whose transactions take a tenth of a second, and what they are told. */
const slowTable = (isThrottled: () => boolean, failure = new TableThrottledError('Slow down.')) => {
  let running = 0;
  const peaks: number[] = [];
  const transact: Table['writer']['transact'] = async (_, options) => {
    expect(options).toEqual({ retriesThrottling: false });
    running += 1;
    peaks.push(running);
    await setTimeout(100);
    running -= 1;
    if (isThrottled()) throw failure;
    return true;
  };
  return { table: { reader, writer: { ...writer, transact } }, peaks };
};

const transactAll = async ({ writer }: Table, count: number) => {
  const start = Date.now();
  await Promise.all(Array.from({ length: count }, () => writer.transact([])));
  return Date.now() - start;
};

describe('adaptToThrottling', () => {
  it('delays no write without throttling', () =>
    inVirtualTime(async () => {
      const { table, peaks } = slowTable(() => false);
      expect(await transactAll(adaptToThrottling(table), 16)).toBe(100);
      expect(Math.max(...peaks)).toBe(16);
    }));

  it('halves the writes in flight when they are throttled, and raises them as they succeed', () =>
    inVirtualTime(async () => {
      let throttled = 8;
      const { table, peaks } = slowTable(() => throttled-- > 0);
      const adapted = adaptToThrottling(table);
      await transactAll(adapted, 8);
      expect(Math.max(...peaks.slice(8))).toBeLessThanOrEqual(4);
      peaks.length = 0;
      await transactAll(adapted, 200);
      expect(peaks.slice(0, 5)).toEqual([1, 2, 3, 4, 4]);
      expect(Math.max(...peaks)).toBe(16);
    }));

  it('retries writes that keep conflicting with those of others while it may', () =>
    inVirtualTime(async () => {
      let [conflicts, isInTime] = [40, true];
      const conflict = new TableConflictError('Kept conflicting.');
      const adapted = adaptToThrottling(slowTable(() => conflicts-- > 0, conflict).table, () => isInTime);
      await transactAll(adapted, 8);
      expect(conflicts).toBeLessThanOrEqual(0);
      [conflicts, isInTime] = [1, false];
      await expect(transactAll(adapted, 1)).rejects.toThrow(conflict);
    }));

  it('keeps one write in flight, and waits longer, while all are throttled', () =>
    inVirtualTime(async () => {
      let throttled = 40;
      const { table, peaks } = slowTable(() => throttled-- > 0);
      const milliseconds = await transactAll(adaptToThrottling(table), 8);
      expect(Math.max(...peaks.slice(16))).toBe(1);
      // The longest wait is 5 seconds, so the mean of random ones is 2.5.
      expect(milliseconds).toBeGreaterThan(20 * 2_000);
    }));

  it('throws if there is no time for a retry, and other failures at once', () =>
    inVirtualTime(async () => {
      const { table, peaks } = slowTable(() => true);
      const adapted = adaptToThrottling(table, () => peaks.length < 3);
      await expect(adapted.writer.transact([])).rejects.toThrow(TableThrottledError);
      expect(peaks).toHaveLength(3);
      const broken = { ...writer, put: () => Promise.reject(new Error('Broken.')) };
      await expect(adaptToThrottling({ reader, writer: broken }).writer.put({}, 1)).rejects.toThrow(
        'Broken.',
      );
    }));
});
