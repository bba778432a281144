import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APIGatewayClient,
  BadRequestException,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  NotFoundException,
  TooManyRequestsException,
} from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../../../infra/local/api-gateway/keys/control-plane.ts';
import { type KeyStore, openKeyStore } from '../../../../infra/local/api-gateway/keys/key-store.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { createGatewayKeys } from '../../../../shared/keys/api-gateway-keys.ts';
import { GatewayBusyError } from '../../../../shared/keys/gateway-keys.ts';

const LIMITS = { throttle: { rate: 1, burst: 1 }, quota: 100 };
const VALUE = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

let path: string;
let keys: KeyStore;
let server: Server;
let client: APIGatewayClient;
let endpoint: string;

beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'api-gateway.json');
  keys = openKeyStore(path);
  const limits = new Map([
    ['plan-1', LIMITS],
    ['plan-2', LIMITS],
  ]);
  server = createControlPlane({
    keys,
    usagePlans: { limits, find: () => undefined, findKnown: () => undefined },
    usageMeter: { requestsOn: (day) => Number(day.slice(-2)) },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    onError: (error) => expect.fail(String(error)),
  });
  endpoint = `http://127.0.0.1:${await listen(server)}`;
  client = new APIGatewayClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const create = (value: string, name = value) =>
  client.send(new CreateApiKeyCommand({ name, value, enabled: true }));

describe('the control plane, as the AWS SDK calls it', () => {
  it('creates and removes keys', async () => {
    const gatewayKeys = createGatewayKeys(client);
    await gatewayKeys.create(VALUE, 'plan-1');
    expect(keys.byValue(VALUE)).toMatchObject({ name: VALUE, usagePlanIds: ['plan-1'] });
    await gatewayKeys.remove(VALUE);
    await gatewayKeys.remove(VALUE);
    expect(keys.all()).toEqual([]);
  });

  it('finishes a creation whose response was lost', async () => {
    await create(`${VALUE}-1`);
    const { id } = await create(VALUE);
    expect(await createGatewayKeys(client).create(VALUE, 'plan-1')).toBe(id);
    expect(await createGatewayKeys(client).create(VALUE, 'plan-1')).toBe(id);
    expect(keys.byValue(VALUE)?.usagePlanIds).toEqual(['plan-1']);
  });

  it('responds that it is busy while it refuses to add a key to a plan', async () => {
    await create(VALUE);
    await addToPlan('plan-2');
    await expect(createGatewayKeys(client).create(VALUE, 'plan-1')).rejects.toThrow(GatewayBusyError);
  });

  it('persists every change before it responds', async () => {
    await createGatewayKeys(client).create(VALUE, 'plan-2');
    expect(openKeyStore(path).byValue(VALUE)?.usagePlanIds).toEqual(['plan-2']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await createGatewayKeys(client).remove(VALUE);
    expect(openKeyStore(path).all()).toEqual([]);
  });

  it('limits new keys to 5 per second, which clients retry', async () => {
    const names = Array.from({ length: 15 }, (_, index) => `${VALUE}-${index}`);
    const startedAt = Date.now();
    const results = await Promise.allSettled(names.map((name) => create(name)));
    const created = 5 + Math.ceil(((Date.now() - startedAt) / 1_000) * 5);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(names.length - created);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(TooManyRequestsException);
    const patient = createGatewayKeys(
      new APIGatewayClient({
        endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        maxAttempts: 10,
      }),
    );
    const rest = names.filter((_, index) => results[index]?.status === 'rejected');
    await Promise.all(rest.map((name) => patient.create(name, 'plan-1')));
    expect(openKeyStore(path).all()).toHaveLength(15);
  });

  it('returns the daily requests of a key, and none for a plan without the key', async () => {
    const gatewayKeys = createGatewayKeys(client);
    const id = await gatewayKeys.create(VALUE, 'plan-1');
    expect(await gatewayKeys.usage(id, 'plan-1', '2026-02-27', '2026-03-01')).toEqual([
      { date: '2026-02-27', requests: 27 },
      { date: '2026-02-28', requests: 28 },
      { date: '2026-03-01', requests: 1 },
    ]);
    expect(await gatewayKeys.usage(id, 'plan-2', '2026-02-27', '2026-03-01')).toEqual([]);
    // https://repost.aws/knowledge-center/api-gateway-usage-key
    expect(await gatewayKeys.usage(id, 'plan-1', '2026-01-01', '2026-03-31')).toHaveLength(90);
    await expect(gatewayKeys.usage(id, 'plan-1', '2026-01-01', '2026-04-01')).rejects.toThrow(
      BadRequestException,
    );
    await expect(gatewayKeys.usage(id, 'plan-1', '2026-03-02', '2026-03-01')).rejects.toThrow(
      BadRequestException,
    );
    await expect(gatewayKeys.usage(id, 'plan-3', '2026-03-01', '2026-03-01')).rejects.toThrow(
      NotFoundException,
    );
  });

  it('finds keys by the prefix of their name', async () => {
    for (const name of ['a-1', 'a-2', 'b-1']) await create(`${name}-${VALUE}`, name);
    const { items } = await client.send(new GetApiKeysCommand({ nameQuery: 'a' }));
    expect(items).toEqual(['a-1', 'a-2'].map((name) => ({ id: expect.any(String), name })));
  });

  it.each([
    [
      'an unsupported parameter',
      () => client.send(new GetApiKeysCommand({ nameQuery: 'a', includeValues: true })),
      BadRequestException,
    ],
    ['a short value', () => create('short'), BadRequestException],
    ['a value that is taken', () => create(VALUE), ConflictException],
    [
      'the deletion of an unknown key',
      () => client.send(new DeleteApiKeyCommand({ apiKey: 'none' })),
      NotFoundException,
    ],
    ['an unknown plan', () => addToPlan('none'), NotFoundException],
    ['a second plan of the same stage', () => addToPlan('plan-2'), ConflictException],
    ['an unsupported call', () => client.send(new GetUsagePlansCommand({})), BadRequestException],
  ])('rejects %s', async (_, call, error) => {
    await create(VALUE);
    await addToPlan('plan-1');
    await expect(call()).rejects.toBeInstanceOf(error);
  });

  const addToPlan = (usagePlanId: string) =>
    client.send(
      new CreateUsagePlanKeyCommand({ usagePlanId, keyId: keys.byValue(VALUE)?.id, keyType: 'API_KEY' }),
    );

  it('refuses to start with a damaged file', async () => {
    writeFileSync(path, '{"apiKeys":[{');
    expect(() => openKeyStore(path)).toThrow(/damaged/);
    expect(readFileSync(path, 'utf8')).toBe('{"apiKeys":[{');
  });
});
