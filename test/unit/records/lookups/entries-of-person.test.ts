import { beforeEach, expect, it } from 'vitest';
import { entriesOfPerson } from '../../../../shared/records/lookups/entries-of-person.ts';
import { callListEntryKey, callListEntryLocatorKey } from '../../../../shared/table/items/keys.ts';
import { stored } from '../../../support/engine/stored.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import { createOrganization, type TestOrganization } from '../../../support/organizations/organization.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

const { people, companies, callLists: sampleLists } = sampleData('Entries');
const [person, other] = people;
if (!person || !other) throw new Error('There are too few sample records.');
const callLists = sampleLists.map((each) => ({
  ...each,
  entries: each.entries.map((entry, index) => (index % 4 === 0 ? { ...entry, personId: person.id } : entry)),
}));
const [list] = callLists;
if (!list) throw new Error('There are too few sample records.');
const ofPerson = callLists.flatMap(({ entries }) => entries).filter(({ personId }) => personId === person.id);

const engine = useEngine({ hasStream: true });
let organization: TestOrganization;
beforeEach(async () => {
  organization = createOrganization(engine);
  await organization.importRecords({ people, companies, callLists });
  await indexLookups(engine);
});

const read = async (organizationId = organization.id) => {
  const reader = engine.table.reader;
  const entries = await entriesOfPerson(reader, organizationId, person.id);
  return entries.toSorted((a, b) => a.id.localeCompare(b.id));
};
const byId = <T extends { readonly id: string }>(entries: readonly T[]) =>
  entries.toSorted((a, b) => a.id.localeCompare(b.id)).map(stored);

it('returns the entries of a person from all lists, and none of another organization', async () => {
  expect(ofPerson.length).toBeGreaterThan(2);
  expect(await read()).toEqual(byId(ofPerson));
  expect(await read(createOrganization(engine).id)).toEqual([]);
});

it('returns moved and reassigned entries in their current state', async () => {
  const [given, ...kept] = ofPerson.filter(({ callListId }) => callListId === list.id);
  const entries = list.entries.map((entry) => ({
    ...entry,
    position: entry.position + 1_000,
    personId: entry.id === given?.id ? other.id : entry.personId,
  }));
  await organization.importRecords({ callLists: [{ ...list, entries }] });
  const elsewhere = ofPerson.filter(({ callListId }) => callListId !== list.id);
  const moved = kept.map((entry) => ({ ...entry, position: entry.position + 1_000 }));
  const expected = byId([...moved, ...elsewhere]);
  expect(moved.length).toBeGreaterThan(0);
  expect(await read()).toEqual(expected);
  await indexLookups(engine);
  expect(await read()).toEqual(expected);
});

it('skips entries that were deleted', async () => {
  const [deleted, removed, ...kept] = ofPerson;
  if (!deleted || !removed) throw new Error('There are too few entries.');
  for (const { callListId, position, id } of [deleted, removed]) {
    await organization.deleteItem(callListEntryKey(organization.id, callListId, position, id));
  }
  const locator = { ...callListEntryLocatorKey(organization.id, deleted.id), deletedVersion: 2, version: 2 };
  await organization.write({ put: { Item: { ...locator, callListId: deleted.callListId } } });
  expect(await read()).toEqual(byId(kept));
});
