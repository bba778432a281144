import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeChanges } from '../../../console/views/audit-log/describe-changes.ts';
import { organizationsCommand } from '../../../infra/cli/organizations/command.ts';
import { createControlPlane } from '../../../infra/local/cognito/control-plane.ts';
import { openPoolProviders } from '../../../infra/local/cognito/pool/own-providers.ts';
import { openUserStore, type UserStore } from '../../../infra/local/cognito/users/user-store.ts';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { captureOutput, runHere } from '../../support/service/command-here.ts';

const ORGANIZATION = '8f1c2d3e-0000-4000-8000-000000000001';
const ORGANIZATION_OF_PROVIDERS = '8f1c2d3e-0000-4000-8000-000000000002';
const POOL = 'local_pool';

let engine: TestEngine;
let users: UserStore;
let directory: string;
const errors: unknown[] = [];
const servers: ReturnType<typeof createControlPlane>[] = [];

beforeAll(async () => {
  engine = await startTestEngine();
  directory = mkdtempSync(join(tmpdir(), 'organizations-'));
  users = openUserStore(join(directory, 'users.json'));
  const pool = {
    id: POOL,
    client: { id: 'local_client', callbackUrls: [], logoutUrls: [] },
    groups: ['admin', 'member'],
    invitation: { subject: '', text: '' },
    attributes: ['email', 'email_verified', 'custom:organization_id'],
    minimumPasswordLength: 12,
  };
  const onError = (error: unknown): void => void errors.push(error);
  const controlPlane = createControlPlane({
    pool,
    users,
    providers: openPoolProviders(join(directory, 'providers.json'), {
      client: { id: 'local_client' },
      providers: [
        {
          ...{ name: 'acme', identifiers: ['acme.example', 'acme.test'], mapping: {} },
          ...{ issuer: 'https://acme.example', clientId: 'a', clientSecret: 'b', scope: 'openid' },
        },
      ],
    }),
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'eu-central-1',
    signIdToken: async () => '',
    sendMail: () => undefined,
    onError,
  });
  servers.push(controlPlane);
  const endpoints = {
    dynamodb: engine.endpoint,
    apiGateway: 'http://127.0.0.1:9',
    cognito: `http://127.0.0.1:${await listen(controlPlane)}`,
  };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const outputs = { TableName: engine.tableName, UserPoolId: POOL, SignInUrl: 'http://127.0.0.1:9' };
  writeFileSync(
    join(directory, 'runner.json'),
    JSON.stringify({ pid: process.pid, region: 'eu-central-1', credentials, endpoints, outputs }),
  );
});
afterAll(async () => {
  for (const server of servers) await closeServer(server);
  await engine.stop();
  rmSync(directory, { recursive: true });
  expect(errors).toEqual([]);
});

const organizations = (...args: readonly string[]) =>
  runHere(organizationsCommand, args, { DATA_DIR: directory });

const json = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await organizations(...args, '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

const groupsOf = (email: string) => users.byEmail(email)?.groups;

describe('npm run organizations', () => {
  test('creates an organization and its first admin with a temporary password', async () => {
    const made = await json('create', '--name', ' Acme ', '--admin-email', 'A@B.example');
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      timeZone: null,
      membersSeeData: false,
      recordRetentionDays: null,
      recordRetentionSince: null,
      eventRetentionDays: null,
      createdAt: expect.any(String),
      admin: {
        userId: users.byEmail('a@b.example')?.sub,
        email: 'a@b.example',
        role: 'admin',
        temporaryPassword: expect.stringMatching(/^.{12,}$/),
      },
    });
    expect(users.byEmail('a@b.example')).toMatchObject({
      attributes: { 'custom:organization_id': made.id },
      groups: ['admin'],
    });
    const { admin, ...organization } = made;
    expect((await json('list')).items).toContainEqual(organization);
    expect(await engine.itemsOf(`USER#${made.id}`)).toMatchObject([
      { id: admin.userId, email: 'a@b.example', role: 'admin', isDisabled: false, hasSignedIn: false },
    ]);
    const entries = await engine.itemsOf(`AUDIT_LOG#${made.id}`);
    expect(entries.map(({ action }) => action)).toEqual(['organization.created', 'user.invited']);
    expect(JSON.stringify(entries)).not.toContain(made.admin.temporaryPassword);
  });

  test('connects an identity provider, changes its groups and disconnects it', async () => {
    const { id } = await json('create', '--name', 'Federated', '--admin-email', 'f@b.example');
    const flags = ['--organization', id, '--provider', 'acme'];
    const groups = ['--admin-group', 'Sales admins', '--member-group', 'Sales', '--member-group', 'Support'];
    const rules = {
      ...{ name: 'acme', organizationId: id, emailDomains: ['acme.example', 'acme.test'] },
      claims: { email: 'email', groups: 'groups' },
      ...{ isOn: true, address: 'https://acme.example' },
      groups: { admin: ['Sales admins'], member: ['Sales', 'Support'] },
    };
    expect(await json('connect-provider', ...flags, ...groups)).toEqual(rules);
    expect(await json('providers')).toEqual({ items: [rules] });
    const changed = { ...rules, groups: { admin: [], member: ['Sales'] } };
    expect(await json('connect-provider', ...flags, '--member-group', 'Sales')).toEqual(changed);

    const { id: other } = await json('create', '--name', 'Other', '--admin-email', 'o@b.example');
    for (const command of ['connect-provider', 'disconnect-provider']) {
      const options = command === 'connect-provider' ? groups : [];
      const { exitCode, stderr } = await organizations(
        ...[command, '--organization', other, '--provider', 'acme', ...options],
      );
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`belongs to the organization ${id}`)]);
    }
    expect(await json('providers')).toEqual({ items: [changed] });

    const disconnected = { organizationId: id, name: 'acme', existed: true };
    expect(await json('disconnect-provider', ...flags)).toEqual(disconnected);
    expect(await json('disconnect-provider', ...flags)).toEqual({ ...disconnected, existed: false });
    expect(await json('providers')).toEqual({ items: [] });
    const entries = await engine.itemsOf(`AUDIT_LOG#${id}`);
    const texts = entries.map(({ details }) => describeChanges(Object(details)));
    expect(texts.slice(2)).toEqual([
      expect.stringContaining('identityProvider from none to “acme”'),
      'removed Sales admins from adminGroups; removed Support from memberGroups',
      'identityProvider from “acme” to none',
    ]);
  });

  test.each([
    [['--provider', 'initech', '--member-group', 'Sales'], 'no identity provider "initech"'],
    [['--provider', 'acme'], 'at least one --admin-group'],
    [['--provider', 'acme', '--member-group', 'a,b'], 'without commas'],
    [['--provider', 'acme', '--member-group', 'a', '--groups-claim', ''], 'name of a claim'],
  ])('rejects connect-provider %j', async (flags, message) => {
    const { id } = await json(
      'create',
      '--name',
      'Federated',
      '--admin-email',
      'f@b.example',
      '--organization',
      ORGANIZATION_OF_PROVIDERS,
    );
    const { exitCode, stderr } = await organizations('connect-provider', '--organization', id, ...flags);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test('shows and sets how long records are kept', async () => {
    const { id } = await json('create', '--name', 'Kept', '--admin-email', 'k@b.example');
    const retention = (...args: readonly string[]) => json('retention', '--organization', id, ...args);
    const kept = { organizationId: id, recordRetentionDays: null, eventRetentionDays: null, unchanged: null };
    expect(await retention()).toEqual(kept);
    const set = { ...kept, recordRetentionDays: 90, unchanged: { people: 0, companies: 0, calls: 0 } };
    expect(await retention('--records', '90')).toEqual(set);
    expect(await retention()).toEqual(set);
    expect(await retention('--records', 'off', '--events', '14')).toEqual({
      ...kept,
      eventRetentionDays: 14,
    });
    const entries = await engine.itemsOf(`AUDIT_LOG#${id}`);
    expect(entries.slice(2).map(({ action, details }) => [action, Object(details).after])).toEqual([
      ['organization.updated', expect.objectContaining({ recordRetentionDays: 90 })],
      [
        'organization.updated',
        expect.objectContaining({ recordRetentionDays: null, eventRetentionDays: 14 }),
      ],
    ]);
  });

  test.each(['29', '3651', '-1', '90.5', 'never', ''])('rejects %j days', async (days) => {
    const { exitCode, stderr } = await organizations(
      'retention',
      '--organization',
      ORGANIZATION,
      `--records=${days}`,
    );
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('from 30 to 3650')]);
  });

  test('accepts an existing id, and is idempotent', async () => {
    const args = ['--name', 'Repeated', '--admin-email', 'r@b.example', '--organization', ORGANIZATION];
    const first = await json('create', ...args);
    expect(first.id).toBe(ORGANIZATION);
    const second = await json('create', ...args);
    expect(second).toEqual({ ...first, admin: { ...first.admin, temporaryPassword: null } });
    const other = await organizations('create', ...args.with(1, 'Other'));
    expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('"Repeated"')]);
  });

  test('invites users, and changes their role', async () => {
    const invite = (role: string) =>
      json('invite', '--organization', ORGANIZATION, '--email', 'm@b.example', '--role', role);
    expect(await invite('member')).toMatchObject({ role: 'member', temporaryPassword: expect.any(String) });
    expect(groupsOf('m@b.example')).toEqual(['member']);
    expect(await invite('admin')).toMatchObject({ role: 'admin', temporaryPassword: null });
    expect(groupsOf('m@b.example')).toEqual(['admin']);
    const stored = await engine.itemsOf(`USER#${ORGANIZATION}`);
    expect(stored.find(({ email }) => email === 'm@b.example')).toMatchObject({ role: 'admin', version: 2 });
  });

  test('lists users, and disables and enables one, even the last admin', async () => {
    const { id, admin } = await json('create', '--name', 'Listed', '--admin-email', 'l@b.example');
    const listed = () => json('users', '--organization', id);
    const user = { id: admin.userId, email: 'l@b.example', role: 'admin', lastSignInAt: null };
    expect((await listed()).items).toMatchObject([{ ...user, status: 'invited' }]);
    const set = (command: string, email = 'L@b.example') =>
      organizations(command, '--organization', id, '--email', email);
    expect((await set('disable')).stdout).toContain('l@b.example is disabled');
    expect((await set('disable')).stdout).toContain('l@b.example is disabled');
    expect(users.byEmail('l@b.example')).toMatchObject({ isDisabled: true, signedOutAt: expect.any(Number) });
    expect((await organizations('users', '--organization', id)).stdout).toMatch(
      /l@b\.example +admin +disabled/,
    );
    expect((await set('enable')).stdout).toContain('can sign in again');
    expect([users.byEmail('l@b.example')?.isDisabled, (await listed()).items[0].status]).toEqual([
      false,
      'invited',
    ]);
    const actions = (await engine.itemsOf(`AUDIT_LOG#${id}`)).map(({ action }) => action);
    expect(actions.slice(2)).toEqual(['user.disabled', 'user.enabled']);
    const removed = await organizations(
      'remove',
      '--organization',
      id,
      '--email',
      'l@b.example',
      '--revoke-keys',
    );
    expect(removed.stdout).toContain('l@b.example is no longer a user of the organization');
    expect(removed.stdout).toContain('API keys are revoked');
    expect([users.byEmail('l@b.example'), (await listed()).items]).toEqual([undefined, []]);
    const unknown = await set('disable', 'r@b.example');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('has no user')]);
  });

  test('adds a user of another organization without changing the password and the role there', async () => {
    const before = users.byEmail('r@b.example');
    const { exitCode, stdout } = await organizations(
      ...['create', '--name', 'Second', '--admin-email', 'r@b.example', '--json'],
    );
    const { id, admin } = JSON.parse(stdout);
    expect([exitCode, admin]).toEqual([
      0,
      { userId: before?.sub, email: 'r@b.example', role: 'admin', temporaryPassword: null },
    ]);
    expect(users.byEmail('r@b.example')).toEqual(before);
    expect(await engine.itemsOf(`MEMBERSHIPS#${before?.sub}`)).toMatchObject([
      { organizationIds: [ORGANIZATION, id], chosenOrganizationId: ORGANIZATION },
    ]);
  });

  test('shows the temporary password', async () => {
    const { stdout } = await organizations('create', '--name', 'Shown', '--admin-email', 's@b.example');
    expect(stdout).toMatch(/has the id [0-9a-f-]{36}/);
    expect(stdout).toMatch(/s@b\.example \(admin\) signs in with the temporary password \S{12,}/);
  });

  const invite = (...args: readonly string[]) => ['invite', '--organization', ORGANIZATION, ...args];
  test.each([
    [[], 'create, invite, users, disable, enable, remove, retention, connect-provider'],
    [['create', '--admin-email', 'a@b.example'], '--name'],
    [['create', '--name', 'x'.repeat(201), '--admin-email', 'a@b.example'], '1 to 200'],
    [['create', '--name', 'x'], '--admin-email EMAIL'],
    [['create', '--name', 'x', '--admin-email', 'unknown'], 'email address'],
    [['create', '--name', 'x', '--admin-email', 'a@b.example', '--organization', 'x'], 'UUID'],
    [invite(), '--email EMAIL'],
    [invite('--email', 'a@b.example', '--role', 'owner'), 'admin, member'],
    [
      ['invite', '--organization', ORGANIZATION.replace('8', '9'), '--email', 'a@b.example'],
      'organizations create',
    ],
  ])('rejects %j', async (args, message) => {
    vi.stubEnv('DATA_DIR', directory);
    const { output, printed } = captureOutput();
    await expect(organizationsCommand(args, output)).rejects.toThrow(message);
    expect(printed.stdout).toBe('');
  });
});
