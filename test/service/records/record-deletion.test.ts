import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { relabelled } from '../../support/records/sample-data.ts';
import { at, call, createKey, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface Entry {
  readonly action: string;
  readonly actor: { readonly name: string };
  readonly details: object;
}

const { admin: adminUser, organizationId } = await newOrganizationWithAdmin();
// The same ids as in the first organization, whose records must stay.
const { people, companies, callLists } = relabelled(service.first.data, 'Deleted');
if (service.admin !== undefined) {
  const sourced = { id: 'crm-1', lastName: 'Sourced' };
  await importRecords(organizationId, { people: [...people, sourced], companies, 'call-lists': callLists }, [
    '--source',
    'crm',
    '--silent',
  ]);
}
const { key } = await createKey(PERMISSIONS, { organizationId });

const remove = (path: string) => admin(path, { as: adminUser, method: 'DELETE' });

const auditOf = async (id: string): Promise<readonly Entry[]> =>
  bodyOf<{ items: Entry[] }>(await admin(`/audit-log?targetId=${id}`, { as: adminUser })).items;

/** The person on the second place of many lists: see the sample data. */
const onLists = at<(typeof people)[number]>(people, 1);

const longest = at<(typeof callLists)[number]>(
  callLists.toSorted((one, other) => other.entries.length - one.entries.length),
  0,
);

describeAdmin.each([
  { path: '/people', kind: 'person', noun: 'person', id: people[0]?.id ?? '', entries: 0 },
  { path: '/companies', kind: 'company', noun: 'company', id: companies[0]?.id ?? '', entries: 0 },
  {
    path: '/call-lists',
    kind: 'call_list',
    noun: 'call list',
    id: longest.id,
    entries: longest.entries.length,
  },
])('DELETE $path/{id}', ({ path, kind, noun, id, entries }) => {
  const dataPath = `/v1/${noun.replace(' ', '-')}/${id}`;

  it("deletes only this organization's record, and audits it without its data", async () => {
    expect((await call(dataPath, { key })).status).toBe(200);
    const deleted = bodyOf(await remove(`${path}/${id}`));
    expect(deleted).toEqual({ kind, id, sequence: expect.any(Number), deletedEntries: entries });
    expectProblem(await call(dataPath, { key }), 404, 'not-found');
    expectProblem(await admin(`${path}/${id}`, { as: adminUser }), 404, 'not-found');
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({
        action: `${kind}.deleted`,
        actor: expect.objectContaining({ id: adminUser.userId, name: adminUser.email }),
        targetId: id,
        details: {},
      }),
    ]);
    expect((await call(dataPath, { key: service.first.key })).status).toBe(200);
  });

  it('returns 404 for a deleted record, without another audit log entry', async () => {
    const again = expectProblem(await remove(`${path}/${id}`), 404, 'not-found');
    expect(again.detail).toBe(`There is no ${noun} with this id.`);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it("returns 404 for another organization's record, which is kept", async () => {
    const { data, key: foreignKey } = service.second;
    const own = new Set([...people, ...companies, ...callLists].map((record) => record.id));
    const foreign = { person: data.people, company: data.companies, call_list: data.callLists }[kind]?.find(
      (record) => !own.has(record.id),
    );
    expectProblem(await remove(`${path}/${foreign?.id}`), 404, 'not-found');
    const stillThere = await call(dataPath.replace(id, foreign?.id ?? ''), { key: foreignKey });
    expect(stillThere.status).toBe(200);
  });
});

describeAdmin('GET /people/{id}/call-list-entries', () => {
  it('pages through the entries of a person, with their call lists', async () => {
    const lists = callLists.filter(
      ({ id, entries }) => id !== longest.id && entries.some(({ personId }) => personId === onLists.id),
    );
    expect(lists.length).toBeGreaterThan(2);
    const namesOfLists = async (): Promise<readonly string[]> => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const path = `/people/${onLists.id}/call-list-entries?limit=2${cursor}`;
        const page = bodyOf<{ items: { callList: { name: string } }[]; nextCursor?: string }>(
          await admin(path, { as: adminUser }),
        );
        seen.push(...page.items.map(({ callList }) => callList.name));
        cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      return seen.toSorted();
    };
    // Which lists a person is on is known a moment after the import.
    await expect.poll(namesOfLists).toEqual(lists.map(({ name }) => name).toSorted());
  });

  it('returns 404 for a person of another organization', async () => {
    const own = new Set(people.map(({ id }) => id));
    const foreign = service.second.data.people.find(({ id }) => !own.has(id))?.id;
    const path = `/people/${foreign}/call-list-entries`;
    expectProblem(await admin(path, { as: adminUser }), 404, 'not-found');
  });
});

describeAdmin('POST /people/{id}/erase', () => {
  const erase = (id: string) => admin(`/people/${id}/erase`, { as: adminUser, method: 'POST' });

  it('erases the person and the data in entries, and reports what remains for how long', async () => {
    const inOthers = callLists
      .filter(({ id }) => id !== longest.id)
      .flatMap(({ entries }) => entries.filter(({ personId }) => personId === onLists.id));
    const erased = bodyOf<{ remaining: { place: string; days: number | null }[] }>(await erase(onLists.id));
    expect(erased).toMatchObject({ id: onLists.id, was: 'stored', entries: inOthers.length });
    expect(erased.remaining).toContainEqual({ place: "the table's stream", days: 1 });
    expectProblem(await call(`/v1/person/${onLists.id}`, { key }), 404, 'not-found');
    for (const { callListId, id } of inOthers) {
      const list = (await call(`/v1/call-list/${callListId}`, { key })).json as { entries: { id: string }[] };
      expect(list.entries.find((entry) => entry.id === id)).toMatchObject({
        personId: onLists.id,
        phone: null,
        note: null,
      });
    }
    expect(await auditOf(onLists.id)).toEqual([
      expect.objectContaining({
        action: 'person.erased',
        actor: expect.objectContaining({ name: adminUser.email }),
        details: {},
      }),
    ]);
    // The organization with the same ids keeps its person.
    expect((await call(`/v1/person/${onLists.id}`, { key: service.first.key })).status).toBe(200);
  });

  it('repeats an erasure, also of a person who was deleted before', async () => {
    expect(bodyOf(await erase(onLists.id))).toMatchObject({ was: 'erased', entries: 0 });
    expect(bodyOf(await erase(people[0]?.id ?? ''))).toMatchObject({ was: 'deleted' });
  });

  it('returns 404 for a person that the organization never had', async () => {
    const own = new Set(people.map(({ id }) => id));
    const foreign = service.second.data.people.find(({ id }) => !own.has(id))?.id ?? '';
    expectProblem(await erase(foreign), 404, 'not-found');
    expect((await call(`/v1/person/${foreign}`, { key: service.second.key })).status).toBe(200);
  });
});

describeAdmin('GET /people by external id', () => {
  it('finds an imported person immediately, until the person is deleted', async () => {
    const find = async () =>
      bodyOf<{ totalCount: number; items: { id: string }[] }>(
        await admin('/people?externalId=crm:crm-1', { as: adminUser }),
      );
    const { totalCount, items } = await find();
    expect([totalCount, items]).toEqual([1, [expect.objectContaining({ lastName: 'Sourced' })]]);
    bodyOf(await remove(`/people/${items[0]?.id}`));
    expect(await find()).toEqual({ totalCount: 0, items: [], notFound: ['crm:crm-1'] });
  });
});
