import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSalesDataClient } from '../../../clients/typescript/src/index.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { stored } from '../../support/engine/stored.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { call, createKey, nextPath, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface Page {
  readonly totalCount: number;
  readonly items: readonly { readonly id: string; readonly changedAt: string }[];
  readonly notFound?: readonly string[];
}

const { people, companies } = service.first.data;
const [person] = people;
const [company] = companies;
if (!person || !company) throw new Error('There are too few sample records.');

const read = async (path: string, key = service.first.key) => {
  const response = await call(path, { key });
  expect(response.status, response.text).toBe(200);
  return { response, page: response.json as Page };
};
const ofIds = (records: readonly { readonly id: string }[]): readonly string[] =>
  records.map(({ id }) => id).toSorted();
/** All were imported at once: by `changedAt` and by id they are in an order of their own. */
const isInOrder = (path: string, items: Page['items']): boolean => {
  const keyOf = ({ id, changedAt }: Page['items'][number]): string =>
    path.includes('companyId=') ? id : `${changedAt}#${id}`;
  return items.every((item, at) => at === 0 || keyOf(items[at - 1] ?? item) < keyOf(item));
};

const LOOKUPS: readonly (readonly [path: string, records: readonly { readonly id: string }[]])[] = [
  ['/v1/person?email=PERSON-0%40company.example', [person]],
  ['/v1/person?phone=%2B12025550143', people],
  ['/v1/person?phone=+12025550143', people],
  [`/v1/person?companyId=${company.id}`, people.filter(({ companyId }) => companyId === company.id)],
  ['/v1/person?externalId=sample:p0', [person]],
  ['/v1/company?domain=Company-0.Example', [company]],
  ['/v1/company?phone=%2B12025550100', companies],
  ['/v1/company?externalId=sample%3Ac0', [company]],
];

const all = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
};

describe('a lookup after an import', () => {
  it.each(LOOKUPS)('finds every match of %s, whole and in order', async (path, records) => {
    const page = await eventually(async () => {
      const found = (await read(path)).page;
      return found.totalCount === records.length ? found : undefined;
    });
    expect(page.items.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      records.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(stored),
    );
    expect(isInOrder(path, page.items)).toBe(true);
    expect(page.notFound).toEqual(path.includes('companyId=') ? undefined : []);
  });

  it.each(LOOKUPS)('pages through the matches of %s', async (path, records) => {
    await eventually(async () => (await read(path)).page.totalCount === records.length);
    const found: Page['items'][number][] = [];
    for (let next: string | undefined = `${path}&limit=3`; next !== undefined; ) {
      const { response, page } = await read(next);
      expect(page.totalCount).toBe(records.length);
      found.push(...page.items);
      next = nextPath(response);
    }
    expect(ofIds(found)).toEqual(ofIds(records));
    expect(isInOrder(path, found)).toBe(true);
  });

  it('keeps the order of requested ids, and names unknown ones', async () => {
    const wanted = people.slice(3, 7).toReversed();
    const unknown = randomUUID();
    const ids = [unknown, ...wanted.map(({ id }) => id)].join();
    expect((await read(`/v1/person?id=${ids}`)).page).toEqual({
      totalCount: 4,
      items: wanted.map(stored),
      notFound: [unknown],
    });
  });

  it('finds many values at once, in their order, and names those that no record has', async () => {
    const wanted = people.slice(0, 12).toReversed();
    const addresses = wanted.flatMap(({ emails: [email] }) => [`x-${email?.address}`, email?.address]);
    const path = `/v1/person?${addresses.map((address) => `email=${address}`).join('&')}`;
    const found: Page['items'][number][] = [];
    const notFound: string[] = [];
    await eventually(async () => (await read(path)).page.totalCount === wanted.length);
    for (let next: string | undefined = `${path}&limit=5`; next !== undefined; ) {
      const { response, page } = await read(next);
      expect(page.totalCount).toBe(wanted.length);
      found.push(...page.items);
      notFound.push(...(page.notFound ?? []));
      next = nextPath(response);
    }
    expect(found).toEqual(wanted.map(stored));
    expect(notFound).toEqual(addresses.filter((_, at) => at % 2 === 0));
  });

  it('returns no match as an empty page', async () => {
    for (const [path, sent] of [
      ['/v1/person?email=Nobody@nowhere.example', 'Nobody@nowhere.example'],
      ['/v1/company?phone=%2B12025550199', '+12025550199'],
    ] as const) {
      expect((await read(path)).page).toEqual({ totalCount: 0, items: [], notFound: [sent] });
    }
  });

  it('looks up people in the TypeScript client', async () => {
    const client = createSalesDataClient({ baseUrl: service.baseUrl, apiKey: service.first.key });
    await eventually(async () => (await all(client.people({ phone: '+12025550143' }))).length === 20);
    const ids = [person.id, people.at(-1)?.id ?? ''];
    const found = await all(client.people({ id: ids, limit: 1 }));
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['/v1/person?email=a@b.example&phone=%2B12025550143', ['phone', 'email']],
    ['/v1/person?email=a@b.example&sort=-changedAt', ['sort']],
    ['/v1/company?domain=b.example&changedSince=2026-01-01T00:00:00Z', ['changedSince']],
    ['/v1/company?email=a@b.example', ['email']],
    ['/v1/person?id=1', ['id']],
    ['/v1/person?phone=2025550143', ['phone']],
  ])('rejects %s, and names the parameters', async (path, parameters) => {
    const { errors } = expectProblem(await call(path), 400, 'invalid-request');
    expect((errors as readonly { parameter: string }[]).map(({ parameter }) => parameter)).toEqual(
      parameters,
    );
  });

  it('requires the permission to list', async () => {
    const { key } = await createKey(['person:read']);
    const problem = expectProblem(await call('/v1/person?email=a@b.example', { key }), 403, 'forbidden');
    expect(problem).toMatchObject({ missingPermissions: ['person:list'] });
  });
});

describe('a lookup after a change', () => {
  const organizationId = randomUUID();
  let key: string;
  beforeAll(async () => {
    await createOrganizationAdmin(organizationId, service);
    ({ key } = await createKey(['person:list', 'person.contact:read'], { organizationId }));
  });

  const store = (changed: Person) => importRecords(organizationId, { people: [changed] });
  const withEmail = (address: string): Person => ({
    ...person,
    companyId: null,
    emails: [{ address, type: null }],
  });
  const countOf = async (address: string): Promise<number> =>
    (await read(`/v1/person?email=${address}`, key)).page.totalCount;

  it('finds the new email, and immediately no longer the old one', async () => {
    await store(withEmail('old@nowhere.example'));
    await eventually(async () => (await countOf('old@nowhere.example')) === 1);
    await store(withEmail('new@nowhere.example'));
    expect(await countOf('old@nowhere.example')).toBe(0);
    await eventually(async () => (await countOf('new@nowhere.example')) === 1);
    await store(withEmail('old@nowhere.example'));
    await eventually(async () => (await countOf('old@nowhere.example')) === 1);
    expect(await countOf('new@nowhere.example')).toBe(0);
  });
});
