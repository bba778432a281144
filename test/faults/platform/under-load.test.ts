import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { enginePid } from '../../support/engine/engine-pid.ts';
import { eventually } from '../../support/eventually.ts';
import type { Child } from '../../support/processes/child-process.ts';
import { expectNoSecretsInLogs } from '../../support/values/secrets.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { expectAcknowledged, expectSuccess, expectWellFormed, isSuccess } from '../support/expectations.ts';
import { createLoad, type Load, type LoadResult } from '../support/load.ts';
import { startRunnerChild } from '../support/runner-child.ts';
import { openService, type ServiceAccess } from '../support/service-access.ts';

const HOUR = 3_600_000;

const dataDirectory = mkdtempSync(join(tmpdir(), 'load-faults-'));
let runner: Child;
let service: ServiceAccess;
let load: Load;
let receiver: Receiver | undefined;

beforeAll(async () => {
  const assembly = join(dataDirectory, 'assembly');
  cpSync(inject('assembly'), assembly, { recursive: true });
  runner = await startRunnerChild({ dataDirectory, assembly, retrySchedule: '1,1,1,1,1,1,1,1' });
  service = await openService(dataDirectory);
  load = createLoad(service);
});

afterAll(async () => {
  service?.close();
  await runner?.kill('SIGTERM');
  await receiver?.stop();
  expectNoSecretsInLogs(dataDirectory);
  rmSync(dataDirectory, { recursive: true, force: true });
});

afterEach(async () => {
  runner.process.send(0);
  // After each test, the service recovers without intervention.
  for (const path of service.paths) expect((await service.get(path)).status, path).toBe(200);
});

const engine = (): number => enginePid(dataDirectory);

const isStartedAgain = (before: number): boolean => {
  try {
    return engine() !== before;
  } catch {
    return false;
  }
};

const webhookHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const numberOfFailures = ({ reads, writes }: LoadResult): number =>
  [...reads, ...writes].filter((answer) => !isSuccess(answer)).length;

describe('under load', () => {
  it('answers every request in time while the engine is suspended', async () => {
    const result = await load.during(async () => {
      await setTimeout(500);
      process.kill(engine(), 'SIGSTOP');
      await setTimeout(8_000);
      process.kill(engine(), 'SIGCONT');
      await setTimeout(500);
    });
    expectWellFormed(result);
    expect(numberOfFailures(result)).toBeGreaterThan(0);
  });

  it('completes every request while the engine is suspended briefly', async () => {
    const result = await load.during(async () => {
      process.kill(engine(), 'SIGSTOP');
      await setTimeout(700);
      process.kill(engine(), 'SIGCONT');
    });
    expectSuccess(result);
  });

  it('answers every request in time while the engine is killed and restarted', async () => {
    const result = await load.during(async () => {
      for (let round = 0; round < 2; round++) {
        await setTimeout(400);
        const killed = engine();
        process.kill(killed, 'SIGKILL');
        await eventually(() => isStartedAgain(killed) || undefined);
        await eventually(async () => (await service.get('/v1/call-list')).status === 200 || undefined);
      }
    });
    expectWellFormed(result);
  });

  it('answers every request in time while workers are killed', async () => {
    const result = await load.during(async () => {
      for (let round = 0; round < 6; round++) {
        await setTimeout(200);
        runner.process.send('SalesApi');
        runner.process.send('AdminApi');
      }
    });
    expectWellFormed(result);
    expect(numberOfFailures(result)).toBeGreaterThan(0);
  });

  it('expires keys after a clock jump, and delivers rejected webhooks once it is reverted', async () => {
    const verdicts: string[] = [];
    let isOpen = false;
    let secret = '';
    receiver = await startReceiver(({ incoming, body }, response) => {
      const isVerified = (): boolean => {
        try {
          new Webhook(secret).verify(body, webhookHeaders(incoming.headers));
          return true;
        } catch {
          return false;
        }
      };
      const verdict = isOpen ? (isVerified() ? 'accepted' : 'rejected') : 'closed';
      verdicts.push(verdict);
      response.writeHead({ closed: 503, rejected: 400, accepted: 204 }[verdict]).end();
    });
    const created = async (path: string, body: object) => JSON.parse((await service.admin(path, body)).text);
    const { key } = await created('/api-keys', {
      name: 'expires',
      permissions: ['call-list:read'],
      expiresAt: new Date(Date.now() + HOUR).toISOString(),
    });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const endpoint = await created('/webhook-endpoints', { url, eventTypes: ['company.deleted'] });
    secret = endpoint.secret;
    const statusOfKey = async (): Promise<number> => (await service.get('/v1/call-list', key)).status;
    await service.admin(`/webhook-endpoints/${endpoint.id}/test`, {});
    await eventually(() => verdicts.includes('closed') || undefined);

    const result = await load.during(
      async () => {
        isOpen = true;
        runner.process.send(2 * HOUR);
        await eventually(() => verdicts.includes('rejected') || undefined);
        expect(await statusOfKey()).toBe(401);
        runner.process.send(-2 * HOUR);
        await setTimeout(300);
        expect(await statusOfKey()).toBe(200);
        runner.process.send(0);
        await eventually(() => verdicts.includes('accepted') || undefined);
        expect(await statusOfKey()).toBe(200);
      },
      // An admin's token expires after an hour, so the clock jump would end the session.
      { isWriting: false, isImporting: false },
    );
    expectWellFormed(result);
    expect(result.reads.filter(isSuccess).length / result.reads.length).toBeGreaterThan(0.9);
    expect(verdicts.at(-1)).toBe('accepted');
  });

  it('stores every acknowledged write once', async () => {
    await expectAcknowledged(service, load.writers);
  });
});
