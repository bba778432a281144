import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { webhooksCommand } from '../../../infra/cli/webhooks/command.ts';
import { type Kms, startKms } from '../../../infra/local/kms/kms.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { secondsAfter } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { readDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { settleDelivery } from '../../../shared/webhooks/sending/settle-attempt.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { captureOutput } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const REGION = 'eu-central-1';
const KEY_ID = 'webhooks';
const URL = 'https://hooks.example.com/sales';
const OTHER = '8f1c2d3e-0000-4000-8000-000000000002';
const local = { region: REGION, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const queueUrl = (name: string): string => `https://sqs.${REGION}.amazonaws.com/000000000000/${name}`;

let engine: TestEngine;
let kms: Kms;
let sqs: Awaited<ReturnType<typeof startFauxqs>>;
let directory: string;
let organizationId: string;

beforeAll(async () => {
  engine = await startTestEngine();
  directory = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const key = { logicalId: KEY_ID, physicalId: KEY_ID, arn: `arn:aws:kms:::key/${KEY_ID}`, properties: {} };
  kms = await startKms({
    keys: [key],
    file: join(directory, 'kms.json'),
    ...local,
    onError: () => undefined,
  });
  sqs = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  sqs.createQueue('first.fifo', { region: REGION, attributes: { FifoQueue: 'true' } });
  sqs.createQueue('retry', { region: REGION });
  sqs.createQueue('replays', { region: REGION });
  writeRunnerFile(directory, engine, {
    allowsLoopback: true,
    endpoints: { sqs: `http://127.0.0.1:${sqs.port}`, kms: kms.endpoint },
    outputs: {
      FirstDeliveryQueueUrl: queueUrl('first.fifo'),
      RetryDeliveryQueueUrl: queueUrl('retry'),
      EventQueueUrl: queueUrl('replays'),
      WebhookKeyId: KEY_ID,
    },
  });
});
afterAll(async () => {
  await sqs.stop();
  await kms.stop();
  await engine.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  organizationId = randomUUID();
  await registerOrganization(engine, organizationId);
});

/** Runs in this process: starting one for each command would dominate the test time. */
const webhooks = async (...args: readonly string[]) => {
  vi.stubEnv('DATA_DIR', directory);
  const { output, printed } = captureOutput();
  const all = [...args, '--organization', organizationId];
  const exitCode = await webhooksCommand(all, output).finally(() => vi.unstubAllEnvs());
  return { exitCode, ...printed };
};

const json = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await webhooks(...args, '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

const create = (...args: readonly string[]) => json('create', '--url', URL, '--event-types', '*', ...args);

const store = () => engine.table;

/** Decrypts the stored secret of an endpoint. */
const secretOf = async (id: string): Promise<string> => {
  const { encryptedSecret = '' } = (await readEndpoint(store(), organizationId, id)) ?? {};
  const cipher = createKmsCipher(createKmsClient({ ...local, endpoint: kms.endpoint }), KEY_ID);
  return cipher.decrypt(encryptedSecret, { organizationId, endpointId: id });
};

const queuedIn = async (queue: string, name = 'deliveryId'): Promise<readonly string[]> => {
  const client = createSqsClient({ ...local, endpoint: `http://127.0.0.1:${sqs.port}` });
  const command = new ReceiveMessageCommand({ QueueUrl: queueUrl(queue), MaxNumberOfMessages: 10 });
  return ((await client.send(command)).Messages ?? []).map(({ Body }) => JSON.parse(Body ?? '')[name]);
};

const fail = async (id: string): Promise<void> => {
  const delivery = await readDelivery(store(), organizationId, id);
  if (delivery === undefined) throw new Error('There is no delivery.');
  const now = new Date().toISOString();
  const attempt = { at: now, status: 500, durationMilliseconds: 1, error: 'HTTP 500', responseBody: '' };
  await settleDelivery(store(), delivery, { state: 'failed' }, attempt, now);
};

describe('npm run webhooks', () => {
  test('lists its commands', async () => {
    const { exitCode, stdout } = await webhooks('--help');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/create[\s\S]*list[\s\S]*rotate-secret[\s\S]*replay/);
  });

  test('shows what the role of a queue needs, before anything is sent', async () => {
    const url = 'arn:aws:sqs:eu-west-1:111122223333:sales-events';
    const role = 'arn:aws:iam::111122223333:role/sales-data-deliveries';
    const args = ['create', '--url', url, '--role-arn', role, '--event-types', 'person.*'];
    const { stdout } = await webhooks(...args);
    expect(stdout).toContain('"AWS": "arn:aws:iam::000000000000:root"');
    expect(stdout).toContain(`"sts:ExternalId": "${organizationId}"`);
    expect(stdout).toContain('"Action": "sqs:SendMessage"');
    expect(stdout).toContain(`"Resource": "${url}"`);
    expect(stdout).not.toContain('whsec_');
    expect(await queuedIn('retry')).toEqual([]);
    await expect(webhooks('create', '--url', url, '--event-types', '*')).rejects.toThrow(
      '--role-arn must be the ARN of a role',
    );
  });

  test('shows the public key of an endpoint, and where it is', async () => {
    const { stdout } = await webhooks(
      ...['create', '--url', URL, '--event-types', '*', '--signature', 'ed25519'],
    );
    expect(stdout).toMatch(/\n {2}whpk_\S+\n/);
    expect(stdout).toContain(`/.well-known/webhooks/${organizationId}/`);
  });

  test('registers, lists, changes and deletes an endpoint', async () => {
    const made = await json(
      'create',
      '--url',
      URL,
      '--event-types',
      'person.*, call_list.locked',
      '--description',
      ' Warehouse ',
    );
    expect(made).toEqual({
      id: expect.any(String),
      organizationId,
      type: 'https',
      url: URL,
      roleArn: null,
      rolePolicies: null,
      description: 'Warehouse',
      eventTypes: ['person.*', 'call_list.locked'],
      includesContactDetails: true,
      filter: null,
      headers: [],
      maxPerSecond: null,
      payload: 'full',
      isEnabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      signature: 'hmac',
      publicKey: null,
      secretCreatedAt: expect.any(String),
      previousSecretExpiresAt: null,
      previousPublicKey: null,
      publicKeysUrl: null,
      createdAt: expect.any(String),
      createdBy: `cli:${userInfo().username}`,
      apiKeyId: null,
      updatedAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await secretOf(made.id)).toBe(made.secret);
    const { secret: _, ...shown } = made;
    expect(await json('list')).toEqual({ items: [shown] });
    const table = await webhooks('list');
    expect(table.stdout).toMatch(
      /ID\s+URL\s+EVENTS[\s\S]*person\.\*,call_list\.locked\s+include\s+enabled\s+Warehouse/,
    );

    const url = 'http://127.0.0.1:8080/';
    const changed = await json(
      'update',
      made.id,
      '--url',
      url,
      '--event-types',
      '*',
      '--description',
      '',
      '--contact-details',
      'omit',
      '--disable',
    );
    expect(changed).toMatchObject({ url, eventTypes: ['*'], description: null, disabledReason: 'admin' });
    expect(changed).toMatchObject({ includesContactDetails: false });
    const { stdout } = await webhooks('update', made.id, '--enable');
    expect(stdout).toContain(`: enabled, URL ${url}, events *, without contact details`);

    expect(await json('delete', made.id)).toMatchObject({ id: made.id });
    expect(await json('list')).toEqual({ items: [] });
    expect((await engine.itemsOf(`AUDIT_LOG#${organizationId}`)).map(({ actor }) => actor)).toContainEqual(
      expect.objectContaining({ id: `cli:${userInfo().username}` }),
    );
  });

  test('registers and changes how an endpoint gets its events', async () => {
    const headers = join(mkdtempSync(join(tmpdir(), 'headers-')), 'headers.txt');
    writeFileSync(headers, 'Authorization: Bearer a:b\n\nX-Team: sales\n');
    const filter = { changed: ['phones'], data: { tags: ['vip'] } };
    const created = await json(
      ...['create', '--url', `${URL}/filtered`, '--event-types', '*', '--filter', JSON.stringify(filter)],
      ...['--headers-file', headers, '--max-per-second', '5', '--payload', 'thin'],
    );
    const names = [{ name: 'Authorization' }, { name: 'X-Team' }];
    expect(created).toMatchObject({ filter, headers: names, maxPerSecond: 5, payload: 'thin' });
    writeFileSync(headers, 'authorization:\n');
    const changed = await json(
      ...['update', created.id, '--filter', '', '--headers-file', headers, '--max-per-second', ''],
    );
    expect(changed).toMatchObject({
      filter: null,
      headers: [{ name: 'authorization' }],
      maxPerSecond: null,
      payload: 'thin',
    });
    await expect(webhooks('update', created.id, '--filter', '{"dat":{"tags":["vip"]}}')).rejects.toThrow(
      '--filter must be an event pattern: unknown field "dat" (allowed: id, type, timestamp',
    );
    await json('delete', created.id);
  });

  test('registers an endpoint without contact details', async () => {
    const made = await json('create', '--url', URL, '--event-types', '*', '--contact-details', 'omit');
    expect(made).toMatchObject({ includesContactDetails: false });
  });

  test('shows a new secret once', async () => {
    const { stdout } = await webhooks('create', '--url', URL, '--event-types', '*');
    const [secret = ''] = /whsec_\S+/.exec(stdout) ?? [];
    const [id = ''] = /[0-9a-f-]{36}/.exec(stdout) ?? [];
    expect(await secretOf(id)).toBe(secret);
    expect(stdout).toContain(`npm run webhooks -- test ${id} --organization ${organizationId}`);
    const rotated = await webhooks('rotate-secret', id);
    const [next = ''] = /whsec_\S+/.exec(rotated.stdout) ?? [];
    expect(next).not.toBe(secret);
    expect(await secretOf(id)).toBe(next);
    const again = await json('rotate-secret', id);
    expect(await secretOf(id)).toBe(again.secret);
    expect((await webhooks('list')).stdout).not.toContain('whsec_');
  });

  test('sends a test event, shows its result, and replays it', async () => {
    const { id } = await create();
    const sent = await json('test', id, '--no-wait');
    expect(sent).toMatchObject({ endpointId: id, eventType: 'webhook.test', state: 'pending' });
    expect(await queuedIn('first.fifo')).toEqual([sent.id]);
    await fail(sent.id);
    const { items } = await json('deliveries', '--endpoint', id, '--state', 'failed');
    expect(items).toMatchObject([{ id: sent.id, attempts: [{ status: 500 }] }]);
    const table = await webhooks('deliveries', '--endpoint', id);
    expect(table.stdout).toMatch(/ID\s+EVENT[\s\S]*webhook\.test\s+\S+\s+failed\s+1\s+500\s+-\s+HTTP 500/);
    const nothing = await webhooks('deliveries', '--endpoint', id, '--state', 'missed');
    expect(nothing.stdout).toContain('No deliveries match.');

    expect(await json('replay', '--delivery', sent.id)).toMatchObject({ id: sent.id, state: 'retrying' });
    expect(await queuedIn('retry')).toEqual([sent.id]);
    await fail(sent.id);
    const range = [
      '--endpoint',
      id,
      '--after',
      secondsAfter(sent.eventTimestamp, -1),
      '--before',
      secondsAfter(sent.eventTimestamp, 1),
    ];
    // The service runs it; test/service/webhooks/webhooks-command.test.ts waits for its end.
    const replay = await json('replay', ...range, '--no-wait');
    expect(replay).toMatchObject({ endpointId: id, state: 'queued', states: ['failed', 'missed'] });
    expect(await queuedIn('replays', 'replayId')).toEqual([replay.id]);
    await expect(webhooks('replay', ...range, '--states', 'missed')).rejects.toThrow('is in progress');
  });

  test('lists deliveries up to the limit, across pages', async () => {
    const { id } = await create();
    const first = await json('test', id, '--no-wait');
    const second = await json('test', id, '--no-wait');
    const idsWith = async (...args: readonly string[]) =>
      (await json('deliveries', '--endpoint', id, ...args)).items.map((item: { id: string }) => item.id);
    expect(await idsWith()).toEqual([second.id, first.id]);
    expect(await idsWith('--limit', '1')).toEqual([second.id]);
    expect(await idsWith('--before', second.eventTimestamp)).toEqual([first.id]);
    expect(await idsWith('--after', first.eventTimestamp)).toEqual([second.id]);
  });

  const to = ['--before', '2027-01-31T00:00:00Z'];
  const from = ['--after', '2027-01-01T00:00:00Z'];
  test.each<[readonly string[], string]>([
    [[], 'create, list, update, delete, test, rotate-secret, deliveries, delivery, replay'],
    [['create', '--event-types', '*'], '--url'],
    [['create', '--url', URL], 'Missing `--event-types LIST`'],
    [['create', '--url', URL, '--event-types', 'person.merged'], 'person.created'],
    [['create', '--url', URL, '--event-types', '*', '--description', 'x'.repeat(201)], '200'],
    [['create', '--url', 'https://10.1.2.3/', '--event-types', '*'], '--url must not point to 10.1.2.3'],
    [['create', '--url', URL, '--event-types', '*', '--secret', 'x'], '--description'],
    [['update', '--url', URL], 'ENDPOINT_ID'],
    [['update', OTHER], '--enable, --disable'],
    [['update', OTHER, '--enable', '--disable'], 'mutually exclusive'],
    [['update', OTHER, '--enable'], 'no webhook endpoint'],
    [['delete', 'x'], 'UUID'],
    [['delete', OTHER], 'no webhook endpoint'],
    [['test', OTHER], 'no webhook endpoint'],
    [['rotate-secret', OTHER], 'no webhook endpoint'],
    [['deliveries'], '--endpoint'],
    [['deliveries', '--endpoint', OTHER], 'no webhook endpoint'],
    [['deliveries', '--endpoint', OTHER, '--state', 'pending'], 'retrying, failed, missed'],
    [['deliveries', '--endpoint', OTHER, '--limit', '0'], 'from 1 to 10000'],
    [['deliveries', '--endpoint', OTHER, '--after', 'yesterday'], '--after must be an RFC 3339 time'],
    [['replay'], '--delivery'],
    [['replay', '--delivery', OTHER, ...from, ...to], 'either'],
    [['replay', '--delivery', OTHER], 'no delivery'],
    [['replay', '--endpoint', OTHER, ...from, ...to], 'no webhook endpoint'],
    [['replay', '--endpoint', OTHER, '--after', 'x', ...to], '--after must be'],
    [['replay', '--endpoint', OTHER, '--after', '2027-02-01T00:00:00Z', ...to], '--after must be earlier'],
    [
      ['replay', '--endpoint', OTHER, ...from, ...to, '--states', 'pending'],
      'retrying, failed, missed, succeeded',
    ],
  ])('rejects %j', async (args, message) => {
    vi.stubEnv('DATA_DIR', directory);
    const { output, printed } = captureOutput();
    const all = args.length === 0 ? args : [...args, '--organization', organizationId];
    await expect(webhooksCommand(all, output)).rejects.toThrow(message);
    expect(printed.stdout).toBe('');
  });

  test("treats another organization's endpoint as unknown", async () => {
    const { id } = await create();
    const owner = organizationId;
    organizationId = OTHER;
    await registerOrganization(engine, OTHER);
    for (const args of [
      ['delete', id],
      ['test', id, '--no-wait'],
      ['rotate-secret', id],
      ['deliveries', '--endpoint', id],
    ]) {
      await expect(webhooks(...args)).rejects.toThrow('no webhook endpoint');
    }
    organizationId = owner;
    expect((await json('list')).items).toHaveLength(1);
  });

  test('reports a service that runs without KMS', async () => {
    const without = mkdtempSync(join(tmpdir(), 'webhooks-'));
    writeRunnerFile(without, engine);
    vi.stubEnv('DATA_DIR', without);
    const { output } = captureOutput();
    const list = ['list', '--organization', organizationId];
    await expect(webhooksCommand(list, output)).rejects.toThrow('runs without SQS');
    rmSync(without, { recursive: true });
  });
});
