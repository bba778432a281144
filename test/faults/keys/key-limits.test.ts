import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type EngineProxy, startEngineProxy } from '../../support/engine/engine-proxy.ts';
import { type HttpResponse, jsonOf, send } from '../../support/http/http.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import type { Child } from '../../support/processes/child-process.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { expectNoSecretsInLogs } from '../../support/values/secrets.ts';
import { changeAssembly } from '../support/changed-assembly.ts';
import { startRunnerChild } from '../support/runner-child.ts';

/** Small enough to use up. The rate of `standard` is 10 per second, with a burst of 20. */
const QUOTAS = { standard: 60, 'high-volume': 80 };
const BURST = 20;
const RATE = 10;
/** How long the local gateway refuses a new gateway key. */
const DELAY_SECONDS = 20;
/** When a change of plan takes effect, rounded up. */
const SWITCH_SECONDS = 61;
const DAY = 86_400_000;

const dataDirectory = mkdtempSync(join(tmpdir(), 'key-limits-'));
const organizationId = randomUUID();
let runner: Child;
let proxy: EngineProxy;
let apiUrl: string;

const assembly = changeAssembly(inject('assembly'), [
  [/"Limit": ?100000\b/g, `"Limit": ${QUOTAS.standard}`],
  [/"Limit": ?2000000\b/g, `"Limit": ${QUOTAS['high-volume']}`],
]);

/** How far the clocks of the service and of the command line are ahead of the machine's. */
let offset = 0;
const now = (): number => performance.timeOrigin + performance.now() + offset;

const advance = async (seconds: number): Promise<void> => {
  offset += Math.ceil(seconds * 1_000);
  const acknowledged = once(runner.process, 'message');
  runner.process.send(offset);
  await acknowledged;
};

interface Key {
  readonly id: string;
  readonly key: string;
}

const keys = <T>(...args: readonly string[]): Promise<T> => {
  vi.setSystemTime(now());
  return runToolHere<T>('keys', [...args, '--organization', organizationId], { DATA_DIR: dataDirectory });
};
const create = async (plan: keyof typeof QUOTAS = 'standard'): Promise<Key> => {
  const made = await keys<Key>('create', '--name', 'x', '--permissions', 'call-list:read', '--plan', plan);
  await advance(DELAY_SECONDS);
  return made;
};
const rotate = ({ id }: Key, grace = '1h') => keys<Key>('rotate', id, '--grace', grace);
const moveTo = ({ id }: Key, plan: keyof typeof QUOTAS) => keys('update', id, '--plan', plan);

const get = ({ key }: Key): Promise<HttpResponse> =>
  send(`${apiUrl}/v1/call-list?limit=1`, { headers: { 'X-Api-Key': key } });
const problemOf = (response: HttpResponse): unknown =>
  response.status === 200
    ? 200
    : (jsonOf(response) as { type: string }).type.replace('urn:sales-data:problem:', '');
const outcomeOf = async (key: Key): Promise<unknown> => problemOf(await get(key));

/** Returns the number of accepted requests until the daily quota is used up. */
const useUp = async (key: Key): Promise<number> => {
  for (let accepted = 0; ; ) {
    const outcome = await outcomeOf(key);
    if (outcome === 200) accepted += 1;
    else if (outcome === 'rate-limit-exceeded') await advance(2);
    else {
      expect(outcome).toBe('quota-exceeded');
      return accepted;
    }
  }
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  runner = await startRunnerChild({
    dataDirectory,
    assembly,
    gatewayKeyDelay: DELAY_SECONDS,
  });
  ({ apiUrl } = JSON.parse(readFileSync(join(dataDirectory, 'endpoints.json'), 'utf8')));
  vi.setSystemTime(now());
  const file = join(dataDirectory, 'runner.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  proxy = await startEngineProxy(settings.endpoints.dynamodb);
  // The clock here stands still, and the command line would refuse to write once it is behind the engine's.
  proxy.failWhen(() => 'no date');
  settings.endpoints.dynamodb = proxy.url;
  writeFileSync(file, JSON.stringify(settings));
  const toolEnvironment = { DATA_DIR: dataDirectory };
  await createOrganizationAdmin(organizationId, { toolArguments: [], toolEnvironment });
  // No test but the last one crosses midnight UTC.
  const noon = (Math.floor(now() / DAY) + 1.5) * DAY;
  await advance((noon - now()) / 1_000);
});
afterAll(async () => {
  vi.useRealTimers();
  await proxy.stop();
  await runner.kill('SIGTERM');
  expectNoSecretsInLogs(dataDirectory);
  for (const folder of [dataDirectory, assembly]) rmSync(folder, { recursive: true, force: true });
});

it('returns 503 for a new key, but not for its successors, until the gateway knows it', async () => {
  const made = await keys<Key>('create', '--name', 'x', '--permissions', 'call-list:read');
  const early = await get(made);
  expect([early.status, early.headers['retry-after']]).toEqual([503, '5']);
  await advance(DELAY_SECONDS);
  expect(await outcomeOf(made)).toBe(200);
  expect(await outcomeOf(await rotate(made))).toBe(200);
});

describe('rotation', () => {
  it('shares one rate among all keys, however often a key is rotated', async () => {
    const chain = [await create()];
    const rejected: unknown[] = [];
    for (let count = 0; count < 40; count++) {
      const last = chain.at(-1);
      if (last === undefined) throw new Error('There is no key.');
      await rotate(last).then(
        (successor) => chain.push(successor),
        (error: unknown) => rejected.push(error),
      );
    }
    expect([chain.length, rejected.length]).toEqual([25, 16]);
    const startedAt = performance.now();
    const outcomes = await Promise.all(
      chain.flatMap((key) => Array.from({ length: 8 }, () => outcomeOf(key))),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const accepted = outcomes.filter((outcome) => outcome === 200).length;
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(Math.min(QUOTAS.standard, BURST + RATE * seconds + 1));
    expect(new Set(outcomes).has('service-unavailable')).toBe(false);
  });

  it('keeps the old key metered when its successor is revoked', async () => {
    const made = await create();
    const successor = await rotate(made);
    await keys('revoke', successor.id);
    await keys('list');
    expect([await outcomeOf(made), await outcomeOf(successor)]).toEqual([200, 'unauthorized']);
  });
});

it('serves a client without interruption while its plan changes', async () => {
  const key = await create();
  const responses: HttpResponse[] = [];
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      responses.push(await get(key));
      await setTimeout(1_000 / RATE);
    }
  };
  const next = async (): Promise<HttpResponse | undefined> => {
    const count = responses.length;
    await vi.waitFor(() => expect(responses.length).toBeGreaterThan(count + 1), { timeout: 300_000 });
    return responses.at(-1);
  };
  const running = client();
  await next();
  await moveTo(key, 'high-volume');
  const policies = [(await next())?.headers['ratelimit-policy']];
  await advance(SWITCH_SECONDS);
  policies.push((await next())?.headers['ratelimit-policy']);
  isOver = true;
  await running;
  expect(policies).toEqual([expect.stringContaining('q=10;w=1'), expect.stringContaining('q=100;w=1')]);
  expect(new Set(responses.map(problemOf))).toEqual(new Set([200]));
});

describe('a used-up quota', () => {
  it('keeps a used-up quota through rotations and plan changes until midnight UTC', async () => {
    const old = await create();
    expect(await useUp(old)).toBe(QUOTAS.standard);

    await advance(1);
    const secondsLeft = (): number => Math.ceil((DAY - (now() % DAY)) / 1_000);
    const latest = secondsLeft();
    const { headers } = await get(old);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(latest);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(secondsLeft());

    const key = await rotate(old);
    const both = async () => {
      // Requests over the quota count for the rate, too.
      await advance(1);
      return [await outcomeOf(old), await outcomeOf(key)];
    };
    expect(await both()).toEqual(['quota-exceeded', 'quota-exceeded']);
    await moveTo(key, 'high-volume');
    expect(await both()).toEqual(['quota-exceeded', 'quota-exceeded']);
    await advance(SWITCH_SECONDS);
    expect(await both()).toEqual([200, 200]);
    expect(await useUp(old)).toBe(QUOTAS['high-volume'] - 2);
    for (const plan of ['standard', 'high-volume', 'standard'] as const) {
      await moveTo(key, plan);
      expect(await both()).toEqual(['quota-exceeded', 'quota-exceeded']);
    }
    await advance(secondsLeft());
    expect(await outcomeOf(key)).toBe(200);
  });
});
