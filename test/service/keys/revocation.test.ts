import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { callOnce, createKey, revokeKey } from '../../support/service/service.ts';

const WORKERS = 8;
/** Keeps the load well below the throttle of the method, which rejects the requests of all keys. */
const PAUSE_MILLISECONDS = 100;
const REQUESTS_AFTER = 100;

it('rejects every request that starts after an acknowledged revocation, under load', async () => {
  const { id, key } = await createKey(PERMISSIONS);
  const requests: { readonly startedAt: number; readonly status: number }[] = [];
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await callOnce('/v1/call-list?limit=1', { key });
      requests.push({ startedAt, status });
      // biome-ignore lint/plugin: The pause sets the rate of the load.
      await setTimeout(PAUSE_MILLISECONDS);
    }
  };
  const load = Array.from({ length: WORKERS }, worker);
  // At first, the new key may not be known everywhere.
  await eventually(() => requests.some(({ status }) => status === 200));
  await revokeKey(id);
  const acknowledgedAt = performance.now();
  const startedAfter = () => requests.filter(({ startedAt }) => startedAt > acknowledgedAt);
  await eventually(() => startedAfter().length >= REQUESTS_AFTER);
  isOver = true;
  await Promise.all(load);

  const after = startedAfter();
  console.info(`${requests.length} requests, ${after.length} of them after the revocation was acknowledged.`);
  expect([...new Set(after.map(({ status }) => status))]).toEqual([401]);
});
