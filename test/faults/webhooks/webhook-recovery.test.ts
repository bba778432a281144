import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { TRY_LIMITS } from '../../../shared/table/try-limits.ts';
import { countByState } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { readLatestReplay } from '../../../shared/webhooks/replays/replay-repository.ts';
import { CREDENTIALS_OF_ENGINE, startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import {
  type EngineCall,
  type EngineProxy,
  type Fault,
  startEngineProxy,
} from '../../support/engine/engine-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { openWebhookTable } from '../../support/webhooks/webhook-table.ts';
import { changeAssembly } from '../support/changed-assembly.ts';

/** More deliveries than one batch of messages, for more endpoints than the workers that send them. */
const ENDPOINTS = 6;
const CHANGES = 8;

/** A message that waits for its visibility timeout comes too late for the test. */
const assembly = changeAssembly(inject('assembly'), [
  [/"VisibilityTimeout": ?180\b/g, '"VisibilityTimeout": 3600'],
]);

const dataDirectory = mkdtempSync(join(tmpdir(), 'recovery-faults-'));
let engine: TestEngine;
let proxy: EngineProxy;
let runner: RunnerProcess;
let receiver: Receiver;
/** Whether the receiver responds, and with which status. */
let isResponding = true;
let status = 204;
/** Requests so far, and those that got a response, each by endpoint and event. */
let requests = 0;
const answered = new Set<string>();
/** Successes by endpoint and event. */
const successes = new Map<string, number>();

const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: CREDENTIALS_OF_ENGINE.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS_OF_ENGINE.secretAccessKey,
};

const startRunner = async (): Promise<void> => {
  runner = await startRunnerProcess({
    assembly,
    dataDirectory,
    environment: {
      DYNAMODB_ENDPOINT: proxy.url,
      ...CREDENTIALS,
      WEBHOOKS_ALLOW_LOOPBACK: '1',
    },
  });
};

beforeAll(async () => {
  engine = await startTestEngine();
  proxy = await startEngineProxy(engine.endpoint);
  receiver = await startReceiver(({ incoming }, response) => {
    requests += 1;
    if (!isResponding) return;
    const key = `${incoming.url} ${incoming.headers['webhook-id']}`;
    answered.add(key);
    if (status === 204) successes.set(key, (successes.get(key) ?? 0) + 1);
    response.writeHead(status).end();
  });
  await startRunner();
});

afterEach(() => {
  proxy.failWhen(() => undefined);
  isResponding = true;
  requests = 0;
  answered.clear();
  successes.clear();
  status = 204;
});

afterAll(async () => {
  await runner?.stop();
  await receiver?.stop();
  await proxy?.stop();
  await engine?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
  rmSync(assembly, { recursive: true, force: true });
});

/** Registers endpoints of a new organization. Returns a function that changes as many of its people. */
const register = async (endpoints: number) => {
  const table = openWebhookTable(dataDirectory);
  const organizationId = randomUUID();
  for (let count = 0; count < endpoints; count++) {
    await table.addEndpoint(organizationId, `http://127.0.0.1:${receiver.port}/${count}`);
  }
  return async (changes: number): Promise<void> => {
    for (let count = 0; count < changes; count++) await table.changePerson(organizationId, randomUUID(), 1);
  };
};

const untilAnswered = (deliveries: number): Promise<boolean> =>
  eventually(() => answered.size === deliveries || undefined);

const isNewDelivery = ({ operation, body }: EngineCall): boolean =>
  operation === 'PutItem' && body.includes('"WEBHOOK_DELIVERY#');

describe('deliveries are complete within seconds', () => {
  it.each<[string, Fault, (call: EngineCall) => boolean]>([
    ['throttled every call', 'throttle', ({ body }) => /"WEBHOOK(S|_EVENT|_DELIVERY)#/.test(body)],
    ['was too slow for every new delivery', { delayMilliseconds: 2_000 }, isNewDelivery],
  ])(
    'completes deliveries within seconds of a fault in which the engine %s',
    async (_, fault, isAffected) => {
      const changePeople = await register(ENDPOINTS);
      const attempts = new Map<string, number>();
      proxy.failWhen((call) => {
        if (!isAffected(call)) return undefined;
        attempts.set(call.body, (attempts.get(call.body) ?? 0) + 1);
        return fault;
      });
      await changePeople(CHANGES);
      // The client has given up on a call after its last attempt.
      await eventually(() => [...attempts.values()].some((count) => count >= TRY_LIMITS.attempts));
      proxy.failWhen(() => undefined);
      await untilAnswered(ENDPOINTS * CHANGES);
    },
  );

  it('completes deliveries within seconds of a restart after the runner was killed mid-attempt', async () => {
    const changePeople = await register(3);
    isResponding = false;
    await changePeople(2);
    await eventually(() => requests >= 3 || undefined);
    const { process: killed } = runner;
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    isResponding = true;
    await startRunner();
    await untilAnswered(6);
  });
});

/** More than one step replays. */
const REPLAYED = 250;
/** Changes at a time. */
const CONCURRENCY = 8;

describe('a replay of many deliveries', () => {
  // Only ends a test that hangs: it takes a minute, and several on a busy machine.
  it('continues after the runner was killed, and sends each event once', { timeout: 900_000 }, async () => {
    const organizationId = randomUUID();
    const table = openWebhookTable(dataDirectory);
    await table.addEndpoint(organizationId, `http://127.0.0.1:${receiver.port}/replayed`);
    const [endpoint] = await readEndpoints(table, organizationId);
    const endpointId = endpoint?.id ?? '';
    // Refused for good.
    status = 410;
    await table.changePerson(organizationId, randomUUID(), 1);
    await untilAnswered(1);
    // Then the endpoint is disabled, and all later events are missed.
    const people = Array.from({ length: REPLAYED - 1 }, () => randomUUID());
    await forEachConcurrently(people, CONCURRENCY, (id) => table.changePerson(organizationId, id, 1));
    await eventually(async () => {
      const { missed, failed } = await countByState(table, { organizationId, endpointId }, REPLAYED);
      return missed.count + failed.count === REPLAYED || undefined;
    });
    status = 204;

    const webhooks = (command: string, ...args: readonly string[]) =>
      runToolHere('webhooks', [command, ...args, '--organization', organizationId], {
        DATA_DIR: dataDirectory,
        ...CREDENTIALS,
      });
    await registerOrganization({ client: engine.client, tableName: table.tableName }, organizationId);
    await webhooks('update', endpointId, '--enable');
    await webhooks('replay', '--endpoint', endpointId, '--no-wait');
    const latest = () => readLatestReplay(table.reader, organizationId, endpointId);
    await eventually(async () => ((await latest())?.replayed ?? 0) >= 100 || undefined);
    const { process: killed } = runner;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect((await latest())?.state).toBe('running');

    await startRunner();
    const ended = await eventually(async () => {
      const replay = await latest();
      return replay?.finishedAt ? replay : undefined;
    });
    expect(ended).toMatchObject({ state: 'completed', replayed: REPLAYED, changed: 0, unavailable: 0 });
    await eventually(() => successes.size === REPLAYED || undefined);
    // Attempts that the kill interrupted may be repeated: at least once.
    const repeated = [...successes.values()].filter((count) => count > 1).length;
    expect(repeated).toBeLessThan(30);
  });
});
