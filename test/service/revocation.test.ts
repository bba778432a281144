import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/contract/permissions.ts';
import { callOnce, createKey, revokeKey } from '../support/service.ts';

const WORKERS = 8;
/** Duration of the load before the revocation, and at least after its acknowledgment. */
const BEFORE_MILLISECONDS = 1_000;
const AFTER_MILLISECONDS = 1_000;
const REQUESTS_AFTER = 100;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

it('rejects every request that starts after an acknowledged revocation, under load', async () => {
  const { id, key } = await createKey(PERMISSIONS);
  const requests: { readonly startedAt: number; readonly status: number }[] = [];
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await callOnce('/v1/call-list?limit=1', { key });
      requests.push({ startedAt, status });
    }
  };
  const load = Array.from({ length: WORKERS }, worker);
  await wait(BEFORE_MILLISECONDS);
  await revokeKey(id);
  const acknowledgedAt = performance.now();
  const startedAfter = () => requests.filter(({ startedAt }) => startedAt > acknowledgedAt);
  do await wait(AFTER_MILLISECONDS);
  while (startedAfter().length < REQUESTS_AFTER);
  isOver = true;
  await Promise.all(load);

  const after = startedAfter();
  const before = requests.filter(({ startedAt }) => startedAt <= acknowledgedAt);
  console.info(`${requests.length} requests, ${after.length} of them after the revocation was acknowledged.`);
  expect(before.some(({ status }) => status === 200)).toBe(true);
  // The throttle of the method may reject a request before its key is verified.
  const statuses = new Set(after.map(({ status }) => status));
  expect(statuses).toContain(401);
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([]);
});
