import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keysCommand } from '../../../infra/cli/keys/command.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import type { EventPattern } from '../../../shared/contract/events/event-types.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { runScript } from '../../support/service/command.ts';
import { captureOutput, runHere } from '../../support/service/command-here.ts';
import { TEST_API_URL, TEST_PLANS, writeRunnerFile } from '../../support/service/runner-file.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

const ORGANIZATION = '8f1c2d3e-0000-4000-8000-000000000001';

/** A key in the fake API Gateway. */
interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  plan?: string;
}

const gatewayKeys = new Map<string, GatewayKey>();
const unexpected: string[] = [];

/** A fake API Gateway that supports only the four calls of key management. */
const createGateway = (): Server =>
  createServer(async (request, response) => {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const reply = (status: number, value?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    const call = `${request.method} ${pathname}`;
    const input = body === '' ? {} : JSON.parse(body);
    const planCall = /^POST \/usageplans\/(\w+)\/keys$/.exec(call);
    const deletion = /^DELETE \/apikeys\/(\w+)$/.exec(call);
    if (call === 'POST /apikeys' && Object.keys(input).toSorted().join() === 'enabled,name,value') {
      const key = { id: `gw${Date.now()}`, name: input.name, value: input.value };
      gatewayKeys.set(key.id, key);
      reply(201, { ...key, enabled: true });
    } else if (planCall !== null && Object.values(TEST_PLANS).includes(planCall[1] ?? '')) {
      const key = gatewayKeys.get(input.keyId);
      if (key === undefined || input.keyType !== 'API_KEY') return reply(404, { message: 'Invalid key' });
      key.plan = planCall[1] ?? '';
      reply(201, { id: key.id, type: 'API_KEY', name: key.name });
    } else if (call === 'GET /apikeys' && searchParams.has('name')) {
      const prefix = searchParams.get('name') ?? '';
      reply(200, { item: [...gatewayKeys.values()].filter(({ name }) => name.startsWith(prefix)) });
    } else if (deletion !== null) {
      reply(gatewayKeys.delete(deletion[1] ?? '') ? 202 : 404, { message: 'Invalid key' });
    } else {
      unexpected.push(`${call} ${body}`);
      reply(400, { message: 'Unexpected call' });
    }
  });

let engine: TestEngine;
let gateway: Server;
let directory: string;

beforeAll(async () => {
  engine = await startTestEngine();
  await registerOrganization(engine, ORGANIZATION);
  directory = mkdtempSync(join(tmpdir(), 'keys-'));
  gateway = createGateway();
  writeRunnerFile(directory, engine, { apiGateway: `http://127.0.0.1:${await listen(gateway)}` });
});
afterAll(async () => {
  gateway.close();
  await engine.stop();
  rmSync(directory, { recursive: true });
  expect(unexpected).toEqual([]);
});

const keys = (...args: readonly string[]) => runHere(keysCommand, args, { DATA_DIR: directory });

/** Runs in a separate process, as users do. */
const keysScript = (...args: readonly string[]) =>
  runScript('infra/cli/keys/main.ts', args, { DATA_DIR: directory });

const json = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await keys(...args, '--organization', ORGANIZATION, '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

const isAccepted = async (token: string): Promise<boolean> =>
  (await authenticate(engine.table.reader, token, new Date().toISOString())) !== undefined;

describe('npm run keys', () => {
  test('lists its commands', async () => {
    const { exitCode, stdout } = await keysScript('--help');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/create[\s\S]*list[\s\S]*revoke/);
  });

  test('creates, lists and revokes a key', async () => {
    const expires = '2099-01-31T00:00:00Z';
    const permissions = 'company:read,person:read';
    const made = await json('create', '--name', 'Dialer', '--permissions', permissions, '--expires', expires);
    expect(made).toEqual({
      id: expect.any(String),
      organizationId: ORGANIZATION,
      name: 'Dialer',
      kind: 'key',
      client: null,
      key: expect.stringMatching(/^sd_live_/),
      permissions: ['person:read', 'company:read'],
      plan: 'standard',
      allowedAddresses: null,
      importSource: null,
      state: 'active',
      ownerId: null,
      grantedBy: `cli:${userInfo().username}`,
      lastUsedAt: null,
      rotatedTo: null,
      hint: expect.stringContaining(made.key.slice(-4)),
      createdAt: expect.any(String),
      createdBy: `cli:${userInfo().username}`,
      expiresAt: '2099-01-31T00:00:00.000Z',
      revokedAt: null,
    });
    expect(await isAccepted(made.key)).toBe(true);
    expect([...gatewayKeys.values()]).toMatchObject([
      { name: expect.stringContaining(made.id), plan: TEST_PLANS.standard },
    ]);

    const { items } = await json('list');
    const { key, ...shown } = made;
    expect(items).toEqual([shown]);
    expect(JSON.stringify(items)).not.toContain(key);

    expect(await json('revoke', made.id)).toMatchObject({ id: made.id, state: 'revoked' });
    expect(await isAccepted(made.key)).toBe(false);
    expect(gatewayKeys.size).toBe(0);
    const table = await keys('list', '--organization', ORGANIZATION);
    expect(table.stdout).toMatch(
      /ID\s+NAME\s+KIND\s+STATE[\s\S]*Dialer\s+key\s+revoked\s+person:read,company:read/,
    );
  });

  test('changes and rotates a key', async () => {
    const made = await json('create', '--name', 'Old name');
    const changed = await json('update', made.id, '--name', 'New name', '--permissions', 'person:read');
    expect(changed).toMatchObject({ id: made.id, name: 'New name', permissions: ['person:read'] });
    const moved = await json('update', made.id, '--plan', 'high-volume');
    expect(moved).toMatchObject({ id: made.id, name: 'New name', plan: 'high-volume' });
    expect([...gatewayKeys.values()].at(-1)?.plan).toBe(TEST_PLANS['high-volume']);
    const rotated = await json('rotate', made.id, '--grace', '1h');
    expect(rotated).toMatchObject({ name: 'New name', permissions: ['person:read'] });
    expect([await isAccepted(made.key), await isAccepted(rotated.key)]).toEqual([true, true]);
    const { items } = await json('list');
    const ids = items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([made.id, rotated.id]));
    const revoke = ['revoke', rotated.id, '--organization', ORGANIZATION];
    const { stdout } = await keys(...revoke);
    expect(stdout).toContain(`Still active, since it was rotated to this key: ${made.id}, until 20`);
    expect(await isAccepted(made.key)).toBe(true);
    expect(await json('revoke', rotated.id)).toMatchObject({ activePredecessors: [{ id: made.id }] });
    expect((await keys(...revoke, '--with-predecessors', '--with-exports')).stdout).not.toContain(
      'Still active',
    );
    expect(await isAccepted(made.key)).toBe(false);
    expect(gatewayKeys.size).toBe(0);
  });

  test('binds a key to a source, and keeps it when the key is rotated', async () => {
    const args = ['--name', 'CRM', '--permissions', 'import:create', '--source', ' crm'];
    const made = await json('create', ...args);
    const rotated = await json('rotate', made.id, '--grace', '1h');
    expect([made.importSource, rotated.importSource]).toEqual(['crm', 'crm']);
    const { stdout } = await keys('list', '--organization', ORGANIZATION);
    expect(stdout).toMatch(new RegExp(`${rotated.id}.* any +crm `));
    const freed = await keys('update', rotated.id, '--organization', ORGANIZATION, '--source', 'any');
    expect(freed.stdout).toContain('addresses any.');
    for (const { id } of [made, rotated]) await json('revoke', id);
  });

  test('limits a key to addresses, and lifts the limit', async () => {
    const made = await json('create', '--name', 'Dialer', '--addresses', '::ffff:192.0.2.7, 2001:DB8::/32');
    expect(made.allowedAddresses).toEqual(['192.0.2.7/32', '2001:db8::/32']);
    const table = await keys('list', '--organization', ORGANIZATION);
    expect(table.stdout).toMatch(/ADDRESSES[\s\S]*192\.0\.2\.7\/32,2001:db8::\/32/);
    const update = ['update', made.id, '--organization', ORGANIZATION, '--addresses'];
    const wrong = await keys(...update, '192.0.2.7/24');
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('--addresses lists "192.0.2.7/24", which has bits after its prefix'),
    ]);
    const many = await keys(...update, Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`).join());
    expect(many.stderr).toContain('must list 1 to 20');
    const lifted = await keys(...update, 'any');
    expect(lifted.stdout).toContain('addresses any.');
    expect(await json('revoke', made.id)).toMatchObject({ allowedAddresses: null });
  });

  test('disables the webhook endpoints of a key that loses a permission or is revoked', async () => {
    const made = await json('create', '--name', 'Zapier', '--permissions', PERMISSIONS.join());
    const store = engine.table;
    const subscribe = async (events: EventPattern[]) => {
      const created = await createEndpoint(
        { store, cipher: openCipher, policy: {} },
        {
          organizationId: ORGANIZATION,
          url: 'https://hooks.example/',
          description: null,
          eventTypes: events,
          includesContactDetails: true,
        },
        { id: 'user-1', name: 'test', from: null },
        { id: made.id, check: requireKeyPermissions(made.id, [['webhook:manage']]) },
      );
      return created.endpoint.id;
    };
    const ids = [await subscribe(['person.*']), await subscribe(['company.*'])];
    const reasons = () =>
      Promise.all(ids.map(async (id) => (await readEndpoint(store, ORGANIZATION, id))?.disabledReason));
    await json('update', made.id, '--permissions', 'company:read');
    expect(await reasons()).toEqual(['key_permission_removed', null]);
    await json('revoke', made.id);
    expect(await reasons()).toEqual(['key_permission_removed', 'key_revoked']);
  });

  test.each([
    ['', 'none', '/v1/key'],
    ['person:read', 'person:read', '/v1/person/ID'],
    ['company:read,call-list:read', 'company:read, call-list:read', '/v1/call-list'],
  ])(
    'shows a new key with the permissions "%s" once, with a line to try it',
    async (permissions, shown, path) => {
      const options = ['--organization', ORGANIZATION, '--name', 'Other', '--permissions', permissions];
      const { stdout } = await keys('create', ...options);
      const [token = ''] = /sd_live_\w+/.exec(stdout) ?? [];
      expect(stdout).toContain(`curl -H 'X-Api-Key: ${token}' '${TEST_API_URL}${path}'`);
      expect(stdout).toContain(`Permissions: ${shown}`);
      const list = await keys('list', '--organization', ORGANIZATION);
      expect(list.stdout).not.toContain(token);
    },
  );

  const create = (...args: readonly string[]) => ['create', '--organization', ORGANIZATION, ...args];
  test.each([
    [[], 'create, list, update, rotate, revoke'],
    [['crate'], 'create, list, update, rotate, revoke'],
    [create(), '--name'],
    [create('--name', '  '), '--name'],
    [create('--name', 'x'.repeat(101)), '1 to 100'],
    [create('--name', 'x\x1b[2J'), 'without control characters'],
    [create('--name', 'x', '--permissions', 'person:write'), PERMISSIONS.join(', ')],
    [create('--name', 'x', '--expires', 'tomorrow'), 'RFC 3339'],
    [create('--name', 'x', '--expires', '2020-01-01T00:00:00Z'), 'future'],
    [create('--name', 'x', '--plan', 'free'), 'standard, high-volume'],
    [create('--name', 'x', '--colour', 'red'), '--permissions'],
    [['create', '--organization', 'ACME', '--name', 'x'], 'lower-case UUID'],
    [['list'], '--organization'],
    [['list', 'extra', '--organization', ORGANIZATION], 'extra'],
    [['revoke', '--organization', ORGANIZATION], 'KEY_ID'],
    [['revoke', 'x', '--organization', ORGANIZATION], 'UUID'],
    [['revoke', ORGANIZATION, '--organization', ORGANIZATION], 'no API key'],
    [
      ['update', ORGANIZATION, '--organization', ORGANIZATION],
      '--name NAME, --permissions LIST, --plan PLAN',
    ],
    [['update', ORGANIZATION, '--organization', ORGANIZATION, '--plan', 'free'], 'standard, high-volume'],
    [['update', ORGANIZATION, '--organization', ORGANIZATION, '--name', ' '], '1 to 100'],
    [['update', ORGANIZATION, '--organization', ORGANIZATION, '--name', 'x'], 'no API key'],
    [['rotate', ORGANIZATION, '--organization', ORGANIZATION], '--grace'],
    [['rotate', ORGANIZATION, '--organization', ORGANIZATION, '--grace', '31d'], '30d'],
    [['rotate', ORGANIZATION, '--organization', ORGANIZATION, '--grace', '10'], '30m'],
    [['rotate', ORGANIZATION, '--organization', ORGANIZATION, '--grace', '0s'], 'no API key'],
  ])('rejects %j', async (args, message) => {
    vi.stubEnv('DATA_DIR', directory);
    const { output, printed } = captureOutput();
    await expect(keysCommand(args, output)).rejects.toThrow(message);
    expect(printed.stdout).toBe('');
  });

  test("treats another organization's key as unknown", async () => {
    const made = await json('create', '--name', 'Theirs');
    const other = '8f1c2d3e-0000-4000-8000-000000000002';
    await registerOrganization(engine, other);
    const { exitCode, stderr } = await keys('revoke', made.id, '--organization', other);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no API key')]);
    expect(await isAccepted(made.key)).toBe(true);
  });
});
