import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../../shared/kinds/company.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, call, createKey, nextPath, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface Page {
  readonly totalCount: number;
  readonly items: readonly { readonly id: string }[];
}

const NAMES = [
  ['Ada', 'Lovelace'],
  ['Ada', 'van der Berg'],
  ['Łukasz', 'Ørsted'],
  ['Zoë', 'Zoëller'],
  [null, 'Madonna'],
  ['伟', '王'],
  ['Lov', 'Adams'],
  ['X', 'O'],
] as const;

const organizationId = randomUUID();
const sample = sampleData('Filters');
const template = at(sample.people, 0);
const people = NAMES.map(
  ([firstName, lastName], index): Person => ({
    ...template,
    id: randomUUID(),
    firstName,
    lastName,
    companyId: null,
    externalIds: [],
    ownerId: index % 2 === 0 ? 'Nora' : 'owner-2',
    tags: index < 3 ? ['VIP', 'north'] : [],
  }),
);
const companies = ['Ölmühle & Söhne', 'Olm Labs'].map(
  (name, index): Company => ({ ...at(sample.companies, index), name, ownerId: 'NORA', tags: ['vip'] }),
);
const lists = sample.callLists.slice(0, 2).map((list, index) => ({
  ...list,
  name: index === 0 ? 'Été 2026' : 'Winter',
  entries: people.slice(index, index + 6).flatMap((person, position) =>
    // Each person is called twice.
    [0, 1].map((again) => ({
      ...at(at(sample.callLists, 0).entries, 0),
      id: randomUUID(),
      callListId: list.id,
      position: position * 2 + again,
      personId: person.id,
      companyId: null,
      status: again === 0 ? ('callback' as const) : ('completed' as const),
      nextCallAt: again === 0 ? `2026-04-0${position + 1}T09:00:00.000Z` : null,
    })),
  ),
}));
const entries = lists.flatMap((list) => list.entries);
const [list, other] = [at(lists, 0), at(lists, 1)];
const [first] = [at(people, 0)];

let key: string;

const read = async (path: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const response = await call(next, { key });
    expect(response.status, response.text).toBe(200);
    const page = response.json as Page;
    ids.push(...page.items.map(({ id }) => id));
    next = nextPath(response);
  }
  return ids;
};
const idsOf = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);
const sorted = (records: readonly { readonly id: string }[]) => [...idsOf(records)].sort();
const named = (...indexes: readonly number[]) => indexes.map((index) => at(people, index).id);
const dueIn = (given: typeof entries, before: string) =>
  idsOf(
    given
      .filter(({ nextCallAt }) => nextCallAt !== null && nextCallAt <= before)
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
  );
const placeOf = ({ nextCallAt, callListId, position, id }: (typeof entries)[number]) =>
  [nextCallAt ?? '', callListId, String(position).padStart(2, '0'), id].join('#');
const inLists = (given: typeof entries) => idsOf(given.toSorted((a, b) => (inList(a) < inList(b) ? -1 : 1)));
const inList = ({ callListId, position, id }: (typeof entries)[number]) =>
  [callListId, String(position).padStart(2, '0'), id].join('#');

const FILTERS: readonly (readonly [path: string, ids: () => readonly string[]])[] = [
  ['/v1/person?ownerId=nora', () => sorted(people.filter(({ ownerId }) => ownerId === 'Nora'))],
  ['/v1/person?tag=vip', () => sorted(people.slice(0, 3))],
  ['/v1/company?ownerId=Nora', () => sorted(companies)],
  ['/v1/company?tag=VIP', () => sorted(companies)],
  ['/v1/person?name=lov', () => named(6, 0)],
  ['/v1/person?name=ADA', () => named(0, 1, 6)],
  ['/v1/person?name=ada%20v', () => named(1)],
  ['/v1/person?name=van%20de', () => named(1)],
  ['/v1/person?name=lukasz', () => named(2)],
  ['/v1/person?name=%C3%B8rs', () => named(2)],
  ['/v1/person?name=zo', () => named(3)],
  ['/v1/person?name=madonna', () => named(4)],
  ['/v1/person?name=%E7%8E%8B%E4%BC%9F', () => named(5)],
  ['/v1/person?name=berg', () => []],
  ['/v1/company?name=olm', () => idsOf(companies.toReversed())],
  ['/v1/call-list?name=ete', () => [list.id]],
  [`/v1/person?callListId=${list.id}`, () => sorted(people.slice(0, 6))],
  [
    `/v1/call-list-entry?personId=${first.id}`,
    () => inLists(entries.filter((each) => each.personId === first.id)),
  ],
  [
    '/v1/call-list-entry?status=callback',
    () => inLists(entries.filter(({ status }) => status === 'callback')),
  ],
  ['/v1/call-list-entry?status=callback,completed', () => inLists(entries)],
  [
    `/v1/call-list-entry?status=completed&callListId=${other.id}`,
    () => inLists(other.entries.filter(({ status }) => status === 'completed')),
  ],
  [
    '/v1/call-list-entry?nextCallBefore=2026-04-03T09:00:00Z',
    () => dueIn(entries, '2026-04-03T09:00:00.000Z'),
  ],
  [
    `/v1/call-list-entry?nextCallBefore=2026-04-03T08:59:59Z&callListId=${list.id}`,
    () => dueIn(list.entries, '2026-04-02T09:00:00.000Z'),
  ],
];

describe('a filter', () => {
  beforeAll(async () => {
    await createOrganizationAdmin(organizationId, service);
    await importRecords(organizationId, { companies, people, 'call-lists': lists });
    ({ key } = await createKey(['person:list', 'company:list', 'call-list:read'], { organizationId }));
  });

  it.each(FILTERS)('finds every match of %s, in order, on pages of any size', async (path, ids) => {
    const expected = ids();
    await eventually(async () => (await read(path)).length === expected.length);
    expect(await read(path)).toEqual(expected);
    for (const limit of [1, 2, 5]) expect(await read(`${path}&limit=${limit}`)).toEqual(expected);
    const { json } = await call(`${path}&limit=1`, { key });
    expect((json as Page).totalCount).toBe(expected.length);
  });

  it('finds the new value of a changed record, and no longer the old one', async () => {
    const changed = { ...at(people, 7), firstName: 'Renamed', lastName: null, tags: ['new'], ownerId: null };
    await importRecords(organizationId, { people: [changed] });
    await eventually(async () => (await read('/v1/person?name=renamed')).length === 1);
    expect(await read('/v1/person?tag=NEW')).toEqual([changed.id]);
    expect(await read('/v1/person?ownerId=owner-2')).not.toContain(changed.id);
  });

  it('finds entries by their new status, including moved ones', async () => {
    const moved = { ...at(other.entries, 0), position: 90, status: 'skipped' as const, nextCallAt: null };
    const changed = { ...other, entries: [moved, ...other.entries.slice(1)] };
    await importRecords(organizationId, { 'call-lists': [changed] });
    await eventually(async () => (await read('/v1/call-list-entry?status=skipped')).length === 1);
    expect(await read('/v1/call-list-entry?status=skipped')).toEqual([moved.id]);
    expect(await read('/v1/call-list-entry?status=callback')).not.toContain(moved.id);
    expect(await read('/v1/call-list-entry?nextCallBefore=2027-01-01T00:00:00Z')).not.toContain(moved.id);
    expect(await read(`/v1/call-list-entry?personId=${moved.personId}`)).toContain(moved.id);
  });

  it('returns no match of another organization', async () => {
    for (const [path] of FILTERS) {
      const foreign = await call(`${path}&fields=id`, { key: service.second.key });
      const ids = (foreign.json as Page).items.map(({ id }) => id);
      expect(
        ids.filter((id) => [...people, ...companies, ...lists, ...entries].some((each) => each.id === id)),
      ).toEqual([]);
    }
  });

  it.each([
    ['/v1/person?name=a', 'name', 'must be at least 2'],
    ['/v1/person?name=%CC%81a%20', 'name', 'must be at least 2'],
    ['/v1/person?tag=vip&ownerId=nora', 'ownerId', 'cannot be combined with `tag`'],
    ['/v1/call-list?name=winter&isLocked=true', 'isLocked', 'cannot be combined with `name`'],
    ['/v1/call-list-entry?status=done', 'status', 'pending, in_progress, callback'],
    [
      '/v1/call-list-entry?status=pending&changedSince=2026-01-01T00:00:00Z',
      'changedSince',
      'cannot be combined',
    ],
    ['/v1/call-list-entry?personId=x', 'personId', 'must be a UUID'],
    ['/v1/call-list-entry?nextCallBefore=today', 'nextCallBefore', 'RFC 3339'],
  ])('rejects %s', async (path, parameter, detail) => {
    const { errors } = expectProblem(await call(path, { key }), 400, 'invalid-request');
    expect(errors).toContainEqual({ parameter, detail: expect.stringContaining(detail) });
  });

  it('requires the permission to read call lists for `callListId`', async () => {
    const { key: other } = await createKey(['person:list'], { organizationId });
    const response = await call(`/v1/person?callListId=${list.id}`, { key: other });
    expect(expectProblem(response, 403, 'forbidden').missingPermissions).toEqual(['call-list:read']);
  });
});
