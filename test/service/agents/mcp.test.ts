import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compact, MAX_CHARACTERS } from '../../../connectors/mcp/src/bounds.ts';
import { compiledCodeEnvironment } from '../../../infra/compile-cache.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { adviceFor, ask, askAll, MARK, toolNames } from '../../support/agents/mcp.ts';
import { unpackMcpPackage } from '../../support/agents/mcp-package.ts';
import { callWith } from '../../support/records/call-with.ts';
import { storeCalls } from '../../support/records/store-calls.ts';
import { at, createKey, service } from '../../support/service/service.ts';

/** Records that a tool found. */
type Found = readonly { readonly id: string }[];

const { baseUrl, first, second } = service;
const INFO = { name: 'test', version: '1' };

/** A `fetch` that waits as long as a usage plan demands. */
const patientFetch: typeof fetch = async (input, init) => {
  for (;;) {
    const response = await fetch(input, init);
    if (response.status !== 429 && response.status !== 503) return response;
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    // biome-ignore lint/plugin: The service asks for the wait.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
};

const overHttp = (version: 'legacy' | '2026-07-28') => async (key: string) => {
  const client = new Client(INFO, {
    versionNegotiation: { mode: version === 'legacy' ? 'legacy' : { pin: version } },
  });
  const url = new URL(baseUrl + MCP_ROUTE.path);
  const requestInit = { headers: { 'X-Api-Key': key } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: patientFetch }));
  return client;
};

const person = at(first.data.people, 0);
const calls = [callWith(person), callWith(person)];

let main = '';
/** Keys with all permissions but one, by the missing one. */
const keysWithout = new Map<string, string>();
beforeAll(async () => {
  ({ main } = await unpackMcpPackage());
  await storeCalls(first.organizationId, calls);
  for (const missing of PERMISSIONS) {
    const { key } = await createKey(PERMISSIONS.filter((each) => each !== missing));
    keysWithout.set(missing, key);
  }
});

const overStdio = async (key: string) => {
  const client = new Client(INFO);
  const env = { ...compiledCodeEnvironment(), SALES_DATA_URL: baseUrl, SALES_DATA_API_KEY: key };
  const command = process.execPath;
  await client.connect(new StdioClientTransport({ command, args: [main], env, stderr: 'inherit' }));
  return client;
};

const company = at(first.data.companies, 0);
const longList = at(first.data.callLists, 0);
/** Records that only the second organization has. */
const foreignPerson = at(second.data.people, -1);
const foreignList = at(second.data.callLists, -1);

/** A record as tools show it: without empty fields, and stored at some time. */
const shown = (record: object) => ({ ...Object(compact(record)), changedAt: expect.any(String) });

const idsOf = (items: readonly Record<string, unknown>[]): readonly unknown[] =>
  items.map(({ id }) => id).sort();

const WAYS: readonly (readonly [string, (key: string) => Promise<Client>])[] = [
  ['HTTP, protocol 2025-11-25', overHttp('legacy')],
  ['HTTP, protocol 2026-07-28', overHttp('2026-07-28')],
  ['stdio', overStdio],
];

describe.each(WAYS)('the MCP server over %s', (_, connect) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(first.key);
  });
  afterAll(() => client.close());

  it('offers every tool to a key with every permission', async () => {
    expect(await toolNames(client)).toEqual([
      'count_records',
      'describe_key',
      'find_calls',
      'find_companies',
      'find_entries',
      'find_people',
      'list_call_lists',
      'read_call_list',
      'what_changed_since',
    ]);
  });

  it('finds the entries of a person with its name, and people by name', async () => {
    const { firstName, lastName } = person;
    const entries = await ask(client, 'find_entries', { personId: person.id });
    for (const entry of entries['items'] as Found) {
      expect(entry).toMatchObject({ personId: person.id, personName: `${firstName} ${lastName}` });
    }
    const people = await ask(client, 'find_people', { name: `${firstName} ${lastName}` });
    const ids = (people['items'] as Found).map(({ id }) => id);
    expect(ids).toContain(person.id);
    expect(ids).not.toContain(foreignPerson.id);
  });

  it.each([
    ['email', { email: 'Person-0@company.example' }, {}],
    ['external id', { externalId: 'sample:p0' }, {}],
    ['id', { ids: [person.id, foreignPerson.id] }, { notFound: [foreignPerson.id] }],
  ])("finds a person by %s, but none of another organization's", async (_, inputs, missing) => {
    expect(await ask(client, 'find_people', inputs)).toEqual({
      totalCount: 1,
      items: [shown(person)],
      ...missing,
    });
  });

  it('adds the latest calls with each person on request', async () => {
    await expect
      .poll(async () => {
        const { items } = await ask(client, 'find_people', { ids: [person.id], include: ['calls'] });
        return (items as { calls?: Found }[])[0]?.calls?.map(({ id }) => id);
      })
      .toEqual(expect.arrayContaining(calls.map(({ id }) => id)));
    const plain = await ask(client, 'find_people', { ids: [person.id] });
    expect(plain['items']).toEqual([shown(person)]);
  });

  it.each([
    ['phone', { phone: '+12025550143' }, first.data.people],
    [
      'company',
      { companyId: company.id },
      first.data.people.filter(({ companyId }) => companyId === company.id),
    ],
    ['no filter', {}, first.data.people],
  ])('finds all people by %s, page by page', async (_, inputs, expected) => {
    const { items } = await askAll(client, 'find_people', { ...inputs, limit: 7 });
    expect(idsOf(items)).toEqual(expected.map(({ id }) => id).sort());
  });

  it.each([
    ['domain', { domain: 'COMPANY-0.example' }],
    ['external id', { externalId: 'sample:c0' }],
    ['id', { ids: [company.id] }],
  ])('finds a company by %s', async (_, inputs) => {
    expect(await ask(client, 'find_companies', inputs)).toEqual({
      totalCount: 1,
      items: [shown(company)],
    });
  });

  it('lists all call lists, page by page', async () => {
    const { items } = await askAll(client, 'list_call_lists', { limit: 10 });
    expect(idsOf(items)).toEqual(first.data.callLists.map(({ id }) => id).sort());
    const locked = await ask(client, 'list_call_lists', { isLocked: true });
    expect(locked['totalCount']).toBe(first.data.callLists.filter(({ isLocked }) => isLocked).length);
  });

  it('reads all entries of a call list in order, within the maximum length of an answer', async () => {
    const { items, lengths } = await askAll(
      client,
      'read_call_list',
      { id: longList.id, limit: 100 },
      'entries',
    );
    expect(items.map(({ id }) => id)).toEqual(longList.entries.map(({ id }) => id));
    expect(items.map(({ person }) => Object(person).id)).toEqual(
      longList.entries.map(({ personId }) => personId ?? undefined),
    );
    expect(lengths.length).toBeGreaterThan(1);
    for (const length of lengths) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('summarizes changes up to the end of the feed', async () => {
    const people = new Set<unknown>();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    let next: Record<string, unknown> = { since };
    for (let hasMore: unknown = true; hasMore === true; ) {
      const answer = await ask(client, 'what_changed_since', { ...next, types: ['person.*'], limit: 100 });
      for (const { recordId } of answer['events'] as { recordId: string }[]) people.add(recordId);
      hasMore = answer['hasMore'];
      next = { cursor: answer['nextCursor'] };
    }
    for (const { id } of first.data.people) expect(people).toContain(id);
    expect(people).not.toContain(foreignPerson.id);
  });

  it('describes the key', async () => {
    const key = await ask(client, 'describe_key');
    expect(key).toMatchObject({ organization: { id: first.organizationId }, permissions: PERMISSIONS });
  });

  it('serves records as resources, but none of another organization', async () => {
    const { contents } = await client.readResource({ uri: `sales-data://person/${person.id}` });
    const [content] = contents;
    const text = content !== undefined && 'text' in content ? content.text : '';
    expect(text.slice(0, MARK.length)).toBe(MARK);
    expect(JSON.parse(text)).toMatchObject(shown(person));
    for (const uri of [`person/${foreignPerson.id}`, `call-list/${foreignList.id}`]) {
      await expect(client.readResource({ uri: `sales-data://${uri}` })).rejects.toThrow(/not found|no /i);
    }
  });

  it.each([
    ['a forged cursor', 'find_people', { cursor: 'e30' }, /Invalid input: `cursor` /],
    ['two lookups', 'find_people', { email: 'a@b.example', phone: '+12025550143' }, /`(?:email|phone)` /],
    ['an invalid id', 'find_people', { ids: ['nonsense'] }, /Invalid input: `ids` /],
    ['an invalid time', 'what_changed_since', { since: 'yesterday' }, /Invalid input: `since` /],
    ['an unknown type', 'what_changed_since', { since: '2026-01-01T00:00:00Z', types: ['x'] }, /`types` /],
    ['an invalid id of a list', 'read_call_list', { id: 'nonsense' }, /Invalid input: `id` /],
    ['an unknown list', 'read_call_list', { id: foreignPerson.id }, /Check the id/],
    ["another organization's list", 'read_call_list', { id: foreignList.id }, /Check the id/],
  ])('explains what to do about %s', async (_, name, inputs, advice) => {
    expect(await adviceFor(client, name, inputs)).toMatch(advice);
  });

  it("shows another organization's own records for the same ids", async () => {
    const other = await connect(second.key);
    const answer = await ask(other, 'find_people', { ids: [person.id] });
    expect(answer['items']).toMatchObject([{ id: person.id, lastName: 'Second' }]);
    await other.close();
  });

  it.each(PERMISSIONS)('hides tools that need %s from a key without it', async (missing) => {
    const limited = await connect(keysWithout.get(missing) ?? '');
    const expected = (await toolNames(client)).filter(
      (name) =>
        !(
          (missing === 'person:list' && name === 'find_people') ||
          (missing === 'company:list' && name === 'find_companies') ||
          (missing === 'call-list:read' && (name.endsWith('_list') || name === 'find_entries')) ||
          (missing === 'call-list:read' && name.endsWith('_lists')) ||
          (missing === 'call:read' && name === 'find_calls') ||
          (missing === 'event:read' && name === 'what_changed_since')
        ),
    );
    expect(await toolNames(limited)).toEqual(expected);
    if (missing === 'call:read') {
      const advice = await adviceFor(limited, 'find_people', { ids: [person.id], include: ['calls'] });
      expect(advice).toMatch(/lacks the permission call:read.*Ask an admin/);
    }
    if (missing === 'person:read' || missing === 'company:read') {
      const kind = missing.slice(0, -':read'.length);
      const answer = await ask(limited, 'read_call_list', { id: longList.id, limit: 1 });
      expect(answer['entries']).not.toMatchObject([{ [kind]: {} }]);
      const advice = await adviceFor(limited, 'read_call_list', { id: longList.id, include: [kind] });
      expect(advice).toMatch(new RegExp(`lacks the permission ${missing}.*Ask an admin`));
    }
    await limited.close();
  });
});
