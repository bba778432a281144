import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../shared/audit-log/audit-entry.ts';
import {
  connectProvider,
  disconnectProvider,
} from '../../../shared/organizations/federation/connect-provider.ts';
import {
  ownProviderName,
  type ProviderSettings,
  readSingleSignOnItem,
} from '../../../shared/organizations/federation/connection.ts';
import type { ProviderDirectory } from '../../../shared/organizations/federation/provider-directory.ts';
import { createRecordTest } from '../../../shared/organizations/federation/record-test.ts';
import {
  allowSingleSignOn,
  getSingleSignOn,
  type NewConnection,
  putSingleSignOn,
  removeSingleSignOn,
  switchSingleSignOn,
} from '../../../shared/organizations/federation/single-sign-on.ts';
import { createDocumentClientCalls, createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';

const ADMIN: Actor = { id: 'admin', name: 'ada@acme.example', from: null };

let engine: TestEngine;
let table: Table;
/** What Cognito was told, in order. */
let calls: (readonly [name: string, ...unknown[]])[];

const providers: ProviderDirectory = {
  put: async (...put) => void calls.push(['put', ...put]),
  async createClient(name) {
    calls.push(['createClient', name]);
    return `client-of-${name}`;
  },
  remove: async (...removed) => void calls.push(['remove', ...removed]),
};

beforeAll(async () => {
  engine = await startTestEngine();
  table = createTable(engine.client, engine.tableName);
});
afterAll(() => engine.stop());

/** An organization whose operator has confirmed a domain of its own. */
const allowed = async () => {
  calls = [];
  const organizationId = randomUUID();
  const domain = `${organizationId}.example`;
  await allowSingleSignOn(table, organizationId, [domain, `other.${domain}`], ADMIN);
  const settings: ProviderSettings = {
    ...{ type: 'oidc', address: `https://login.${domain}`, clientId: 'sales-data' },
    scopes: ['openid', 'email'],
  };
  const entered: NewConnection = {
    settings,
    clientSecret: 'a-secret-of-the-provider',
    emailDomains: [domain],
    ...{ emailClaim: 'email', groupsClaim: 'groups' },
    groups: { admin: ['admins'], member: ['users'] },
  };
  const put = (changes: Partial<NewConnection> = {}) =>
    putSingleSignOn({ ...table, providers }, organizationId, { ...entered, ...changes }, ADMIN);
  const recordTest = (role: 'admin' | null, refusal: string | null = null): Promise<void> =>
    createRecordTest(createDocumentClientCalls(engine.client), engine.tableName)(
      ownProviderName(organizationId),
      { email: `ada@${domain}`, groups: ['admins'], role, refusal },
    );
  const turn = (isOn: boolean) => switchSingleSignOn(table, organizationId, isOn, ADMIN);
  return { organizationId, domain, settings, entered, put, recordTest, turn };
};

const itemsNaming = async (text: string) =>
  (await engine.itemsOf('')).filter((item) => JSON.stringify(item).includes(text));

describe('single sign-on that admins set up', () => {
  it('needs an operator, and only domains that the operator confirmed', async () => {
    const { put, entered } = await allowed();
    await expect(putSingleSignOn({ ...table, providers }, randomUUID(), entered, ADMIN)).rejects.toThrow(
      'has not allowed',
    );
    await expect(put({ emailDomains: ['victim.example'] })).rejects.toThrow(
      'that the operator has confirmed',
    );
    expect(calls).toEqual([]);
  });

  it('is off until a test sign-in has got a role with these settings', async () => {
    const { organizationId, put, recordTest, turn, settings } = await allowed();
    expect((await put()).connection?.rules).toMatchObject({ isOn: false, organizationId });
    expect(calls).toEqual([
      ['put', ownProviderName(organizationId), settings, 'a-secret-of-the-provider'],
      ['createClient', ownProviderName(organizationId)],
    ]);
    await expect(turn(true)).rejects.toThrow('No test sign-in');
    await recordTest(null);
    await expect(turn(true)).rejects.toThrow('No test sign-in');
    await recordTest('admin', 'The identity provider has not verified the email address.');
    await expect(turn(true)).rejects.toThrow('No test sign-in');
    await recordTest('admin');
    // Other groups may give another role.
    await put({ clientSecret: undefined, groups: { admin: [], member: ['users'] } });
    await expect(turn(true)).rejects.toThrow('No test sign-in');
    await recordTest('admin');
    expect((await turn(true)).connection?.rules.isOn).toBe(true);
    expect((await turn(false)).connection?.rules.isOn).toBe(false);
  });

  it('changes only groups while it is on', async () => {
    const { put, recordTest, turn, domain } = await allowed();
    await put();
    await recordTest('admin');
    await turn(true);
    calls = [];
    const clientSecret = undefined;
    await expect(put({ clientSecret, emailDomains: [`other.${domain}`] })).rejects.toThrow(
      'Switch it off first',
    );
    await expect(put()).rejects.toThrow('Switch it off first');
    const changed = await put({ clientSecret, groups: { admin: ['bosses'], member: [] } });
    expect(changed.connection?.rules).toMatchObject({ isOn: true, groups: { admin: ['bosses'] } });
    expect(calls).toEqual([]);
  });

  it('takes the client secret again after a change of the provider, and never stores it', async () => {
    const { put, settings } = await allowed();
    await put();
    await expect(
      put({ clientSecret: undefined, settings: { ...settings, clientId: 'another' } }),
    ).rejects.toThrow('must be entered again');
    expect(await itemsNaming('a-secret-of-the-provider')).toEqual([]);
  });

  it('keeps issuers and domains to one organization, also of two that ask at once', async () => {
    const [first, second] = [await allowed(), await allowed()];
    const settings: ProviderSettings = { ...first.settings, address: `https://${randomUUID()}.example` };
    const results = await Promise.allSettled([first.put({ settings }), second.put({ settings })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(allowSingleSignOn(table, randomUUID(), [first.domain], ADMIN)).rejects.toThrow(
      first.organizationId,
    );
    // Neither is that of a provider which an operator has connected.
    const name = 'acme';
    const rules = {
      name,
      organizationId: randomUUID(),
      emailDomains: [],
      isOn: true,
      address: 'https://acme.test',
    };
    const nothing = { claims: { email: '', groups: '' }, groups: { admin: [], member: [] } };
    await connectProvider(table, { ...rules, ...nothing }, ADMIN);
    const operators = { ...settings, address: 'https://acme.test' };
    await expect(first.put({ settings: operators })).rejects.toThrow('belongs to another organization');
    // Released by its removal, and by an operator who disconnects it.
    for (const [{ organizationId, put }, { status }] of [
      [first, results[0]],
      [second, results[1]],
    ] as const) {
      if (status === 'rejected') continue;
      await removeSingleSignOn({ ...table, providers }, organizationId, ADMIN);
      expect(calls.at(-1)).toEqual([
        'remove',
        ownProviderName(organizationId),
        `client-of-${ownProviderName(organizationId)}`,
      ]);
      await put({ settings });
      await disconnectProvider(table, { name: ownProviderName(organizationId), organizationId }, ADMIN);
      expect(await getSingleSignOn(table, organizationId)).toBeUndefined();
    }
    const [loser] = results[0].status === 'rejected' ? [first] : [second];
    expect((await loser.put({ settings })).connection?.settings.address).toBe(settings.address);
  });

  it('writes an audit entry for each change, and refuses one after a concurrent update', async () => {
    const { organizationId, put, recordTest, turn } = await allowed();
    await put();
    await recordTest('admin');
    const results = await Promise.allSettled([turn(true), turn(true)]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const entries = (await engine.itemsOf(`AUDIT_LOG#${organizationId}`)).map(({ details }) => details);
    expect(entries).toContainEqual(
      expect.objectContaining({
        after: expect.objectContaining({ singleSignOn: 'on', adminGroups: ['admins'] }),
      }),
    );
    const item = await readSingleSignOnItem(table.reader, organizationId);
    expect(item).toMatchObject({ isOn: true });
  });
});
