import { beforeAll, describe, expect, it } from 'vitest';
import { stored } from '../../support/engine/stored.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { call, createKey, nextPath, service } from '../../support/service/service.ts';

const { people, companies, callLists } = service.first.data;
const [person] = people;
const [company] = companies;
const [callList] = callLists;
if (!person || !company || !callList) throw new Error('There are too few sample records.');

const read = async (path: string, key = service.first.key) => {
  const response = await call(path, { key });
  expect(response.status, response.text).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: the expectations are the type.
  return response.json as any;
};

describe('`fields`', () => {
  it('returns the selected fields of a person, and its id', async () => {
    expect(await read(`/v1/person/${person.id}?fields=lastName,location.city,emails.address`)).toEqual({
      id: person.id,
      lastName: person.lastName,
      emails: person.emails.map(({ address }) => ({ address })),
      location: person.location && { city: person.location.city },
    });
  });

  it('returns custom fields by name, null where absent', async () => {
    const selected = await read(`/v1/person/${person.id}?fields=customFields.none,customFields.__proto__`);
    expect(JSON.stringify(selected)).toBe(
      `{"id":"${person.id}","customFields":{"__proto__":null,"none":null}}`,
    );
  });

  it('keeps the order of the resource, whatever the order of the paths', async () => {
    const one = await call(`/v1/company/${company.id}?fields=name,domain`);
    const other = await call(`/v1/company/${company.id}?fields=domain&fields=name,name`);
    expect(other.text).toBe(one.text);
    expect(other.headers['etag']).toBe(one.headers['etag']);
    expect((await call(`/v1/company/${company.id}`)).headers['etag']).not.toBe(one.headers['etag']);
  });

  it('selects fields in pages, which keep their cursors', async () => {
    const whole = await call('/v1/person?limit=2');
    const selected = await call('/v1/person?limit=2&fields=lastName');
    const { items, ...page } = selected.json as { readonly items: readonly unknown[] };
    const all = whole.json as { readonly items: readonly { id: string; lastName: string }[] };
    expect(page).toMatchObject({ totalCount: people.length, nextCursor: expect.any(String) });
    expect(items).toEqual(all.items.map(({ id, lastName }) => ({ id, lastName })));
    // A cursor continues with and without `fields`.
    const next = nextPath(whole) ?? '';
    const continued = await read(`${next}&fields=id`);
    expect(continued.items).toEqual((await read(next)).items.map(({ id }: { id: string }) => ({ id })));
    expect(new URLSearchParams((nextPath(selected) ?? '').split('?')[1]).get('fields')).toBe('lastName');
  });

  it('selects fields in lookups, companies, call lists and entries', async () => {
    expect(await read(`/v1/person?id=${person.id}&fields=title`)).toEqual({
      totalCount: 1,
      items: [{ id: person.id, title: person.title }],
      notFound: [],
    });
    expect((await read('/v1/company?limit=1&fields=annualRevenue.currency')).items).toEqual([
      {
        id: expect.any(String),
        annualRevenue: expect.toSatisfy((value) => value === null || 'currency' in value),
      },
    ]);
    expect((await read('/v1/call-list?limit=1&fields=name')).items).toEqual([
      { id: expect.any(String), name: expect.any(String) },
    ]);
    expect((await read('/v1/call-list-entry?limit=1&fields=status')).items).toEqual([
      { id: expect.any(String), status: expect.any(String) },
    ]);
  });

  it('selects fields of a call list, its entries and their included records', async () => {
    const path = `/v1/call-list/${callList.id}?limit=1&include=person`;
    const whole = await read(path);
    const [entry] = whole.entries;
    expect(await read(`${path}&fields=name,entries.status,person.lastName`)).toEqual({
      id: callList.id,
      name: whole.name,
      entries: [
        {
          id: entry.id,
          status: entry.status,
          person: entry.person && { id: entry.person.id, lastName: entry.person.lastName },
        },
      ],
      ...(whole.nextCursor && { nextCursor: whole.nextCursor }),
    });
    expect(await read(`${path}&fields=entries.person.id`)).toEqual(await read(`${path}&fields=person.id`));
  });

  it.each([
    ['/v1/person', 'surname', 'contains the unknown path `surname`; allowed: id, firstName'],
    [
      '/v1/person',
      'location.town',
      'contains the unknown path `location.town`; allowed in `location`: street',
    ],
    ['/v1/person', 'firstName.x', 'contains `firstName.x`, but `firstName` has no fields'],
    ['/v1/person', 'id,,title', 'none of them empty'],
    ['/v1/person', '', 'none of them empty'],
    ['/v1/company', 'customFields.', 'contains `customFields.` without a name'],
    [`/v1/call-list/${callList.id}`, 'person.lastName', 'which needs `include=person`'],
    [`/v1/person/${person.id}`, 'phones.callability', 'which needs `include=callability`'],
    ['/v1/call-list', 'changedAt', 'contains the unknown path `changedAt`; allowed: id, name'],
  ])('rejects %s?fields=%s', async (path, fields, detail) => {
    const { errors } = expectProblem(await call(`${path}?fields=${fields}`), 400, 'invalid-request');
    expect(errors).toEqual([{ parameter: 'fields', detail: expect.stringContaining(detail) }]);
  });
});

describe('`fields` without `person.contact:read`', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await createKey(['person:read', 'person:list', 'company:list', 'call-list:read']));
  });

  it('returns 403 for a contact detail', async () => {
    const problem = expectProblem(await call('/v1/person?fields=emails', { key }), 403, 'forbidden');
    expect(problem.missingPermissions).toEqual(['person.contact:read']);
  });

  it('returns other fields, even those that hide a part', async () => {
    const { items } = await read(`/v1/person?id=${person.id}&fields=location,customFields,lastName`, key);
    const { lastName, location, customFields } = stored(person);
    expect(items).toEqual([
      { id: person.id, lastName, location: location && { ...location, street: null }, customFields },
    ]);
    await read('/v1/company?fields=phones.number', key);
  });
});
