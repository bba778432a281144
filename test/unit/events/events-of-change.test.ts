import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsOfChange } from '../../../functions/events/publish-events/events-of-change.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import { addToEntryCount } from '../../../shared/records/call-lists/call-list-writes.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { callListEntryKey, callListKey, companyKey, personKey } from '../../../shared/table/items/keys.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { stored } from '../../support/engine/stored.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, companies, callLists } = sampleData('Events');
const [person, colleague] = people;
const [company] = companies;
const list = callLists[1];
const entry = list?.entries[0];
if (!person || !colleague || !company || !list || !entry)
  throw new Error('There are too few sample records.');
const { entries: _, ...head } = list;

let engine: TestEngine;
let stream: TableStream;
let organization: TestOrganization;

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  organization = createOrganization(engine);
});

/** The events of all writes so far, in order. */
const events = async (): Promise<readonly ResourceEvent[]> =>
  (await stream.recordsOf(organization.prefix)).flatMap((record) => {
    const change = readChange(record);
    return change === undefined ? [] : eventsOfChange(change);
  });

const eventsOf = async (kind: string): Promise<readonly ResourceEvent[]> =>
  (await events()).filter(({ type }) => type.startsWith(`${kind}.`));

const importAll = () =>
  organization.importRecords({ people: [person], companies: [company], callLists: [list] });

describe('the data of an event', () => {
  it('contains the person as the API returns it', async () => {
    await importAll();
    await organization.importRecords({ people: [{ ...person, title: 'Chief', emails: [] }] });
    const reader = engine.table.reader;
    const shown = await createPersonRepository(reader).get(organization.id, person.id);
    await organization.deleteItem(personKey(organization.id, person.id));

    const [created, updated, deleted, ...more] = await eventsOf('person');
    expect(created).toMatchObject({
      type: 'person.created',
      sequence: 1,
      data: stored(person),
      previous: {},
    });
    expect(updated).toMatchObject({
      type: 'person.updated',
      sequence: 2,
      data: shown,
      previous: { title: person.title, emails: person.emails },
    });
    expect(deleted).toMatchObject({ type: 'person.deleted', sequence: 3, data: shown, previous: {} });
    expect(shown).toMatchObject({ title: 'Chief', emails: [] });
    expect(more).toEqual([]);
  });

  it('contains the company as the API returns it', async () => {
    await importAll();
    const reader = engine.table.reader;
    const before = await createCompanyRepository(reader).get(organization.id, company.id);
    await organization.importRecords({ companies: [{ ...company, annualRevenue: null }] });
    await organization.deleteItem(companyKey(organization.id, company.id));

    const shown = await eventsOf('company');
    expect(shown.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['company.created', 1],
      ['company.updated', 2],
      ['company.deleted', 3],
    ]);
    expect(shown[0]?.data).toEqual(before);
    expect(shown[1]?.previous).toMatchObject({ annualRevenue: company.annualRevenue });
    expect(Object.keys(shown[2]?.data ?? {})).toEqual(Object.keys(company));
    expect(shown[2]?.data).toMatchObject({ annualRevenue: null });
  });

  it('contains the call list as the API returns it, without its entries', async () => {
    await importAll();
    await organization.importRecords({ callLists: [{ ...head, name: 'Renamed' }] });
    await organization.deleteItem(callListKey(organization.id, list.id));

    const renamed = stored({ ...head, name: 'Renamed' });
    expect(await eventsOf('call_list')).toEqual([
      expect.objectContaining({ type: 'call_list.created', sequence: 1, data: stored(head), previous: {} }),
      expect.objectContaining({
        type: 'call_list.updated',
        sequence: 2,
        data: renamed,
        previous: { name: head.name },
      }),
      expect.objectContaining({ type: 'call_list.deleted', sequence: 3, data: renamed, previous: {} }),
    ]);
  });

  it('contains the entry as the API returns it', async () => {
    await importAll();
    const reader = engine.table.reader;
    const lists = createCallListRepository(reader);
    const [shown] = (await lists.getWithEntries(organization.id, list.id, { limit: 1 }))?.entries ?? [];
    const changed = { ...entry, attempts: 7, note: 'Call back' };
    await organization.importRecords({ callLists: [{ ...head, entries: [changed] }] });
    await organization.deleteItem(callListEntryKey(organization.id, list.id, entry.position, entry.id));

    const [created, updated, deleted, ...more] = await eventsOf('call_list_entry');
    expect(created).toMatchObject({ type: 'call_list_entry.created', sequence: 1, previous: {} });
    expect(created?.data).toEqual(shown);
    expect(updated).toMatchObject({ type: 'call_list_entry.updated', sequence: 2 });
    expect(updated?.data).toEqual(stored({ ...shown, ...changed }));
    expect(updated?.previous).toEqual({ attempts: entry.attempts, note: null });
    expect(deleted).toMatchObject({ type: 'call_list_entry.deleted', sequence: 3, previous: {} });
    expect(deleted?.data).toEqual(updated?.data);
    expect(more).toEqual([]);
  });

  it('contains the time of the change, with milliseconds', async () => {
    const before = Date.now();
    await importAll();
    for (const { timestamp } of await events()) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      // The stream's times are rounded down to a second.
      expect(Date.parse(timestamp)).toBeGreaterThan(before - 1_001);
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now());
    }
  });
});

describe('locking a call list', () => {
  it('causes a locked or unlocked event and no other', async () => {
    await organization.importRecords({ callLists: [{ ...head, isLocked: false }] });
    await organization.importRecords({ callLists: [{ ...head, isLocked: true }] });
    await organization.importRecords({ callLists: [{ ...head, isLocked: false }] });
    const [, ...changes] = await events();
    expect(changes.map(({ type, sequence, previous }) => ({ type, sequence, previous }))).toEqual([
      { type: 'call_list.locked', sequence: 2, previous: { isLocked: false } },
      { type: 'call_list.unlocked', sequence: 3, previous: { isLocked: true } },
    ]);
  });

  it('causes an update, too, if the list was renamed in the same change', async () => {
    await organization.importRecords({ callLists: [{ ...head, isLocked: false }] });
    await organization.importRecords({ callLists: [{ ...head, isLocked: true, name: 'Renamed' }] });
    const [, locked, updated, ...more] = await events();
    expect([locked?.type, updated?.type]).toEqual(['call_list.locked', 'call_list.updated']);
    expect(updated).toEqual({ ...locked, type: 'call_list.updated', id: updated?.id });
    expect(locked?.previous).toEqual({ isLocked: false, name: head.name });
    expect(locked?.id).not.toBe(updated?.id);
    expect(more).toEqual([]);
  });
});

describe('no event is caused by', () => {
  it('causes no event for a change that the API does not expose', async () => {
    await organization.importRecords({ callLists: [head] });
    await organization.write(addToEntryCount(organization.id, list.id, 1));
    expect(await stream.recordsOf(callListKey(organization.id, list.id).pk)).toHaveLength(2);
    expect((await events()).map(({ type }) => type)).toEqual(['call_list.created']);
  });

  it('causes no event for locators, counts and other items that are not resources', async () => {
    await importAll();
    const records = await stream.recordsOf(organization.prefix);
    const kinds = new Set(records.map(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S));
    expect(kinds).toContain('CALL_LIST_ENTRY_LOCATOR');
    expect(kinds).toContain('COUNTS');
    expect((await events()).map(({ type }) => type).toSorted()).toEqual([
      'call_list.created',
      'call_list_entry.created',
      'company.created',
      'person.created',
    ]);
  });
});

it('marks the events of a silent write until the next ordinary one', async () => {
  const silently = { isSilent: true };
  await organization.importRecords({ people: [person] }, silently);
  await organization.importRecords({ people: [{ ...person, title: 'Silent' }] }, silently);
  await organization.importRecords({ people: [{ ...person, title: 'Loud' }] });
  expect(await events()).toEqual([
    expect.objectContaining({ type: 'person.created', sequence: 1, isSilent: true }),
    expect.objectContaining({ type: 'person.updated', sequence: 2, isSilent: true }),
    expect.objectContaining({ sequence: 3, isSilent: false, previous: { title: 'Silent' } }),
  ]);
});

describe('the identity of an event', () => {
  it('derives a unique and stable id', async () => {
    await organization.importRecords({
      people: [person, colleague],
      companies: [company],
      callLists: [list],
    });
    await organization.importRecords({ people: [{ ...person, title: 'Chief' }] });
    await organization.importRecords({ callLists: [{ ...head, name: 'Renamed', isLocked: !head.isLocked }] });
    const first = await events();
    expect(await events()).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
    for (const { id } of first) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('counts the changes of the resource in a sequence number', async () => {
    await importAll();
    for (const title of ['A', 'B', 'C']) await organization.importRecords({ people: [{ ...person, title }] });
    await organization.deleteItem(personKey(organization.id, person.id));
    expect((await eventsOf('person')).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });
});

it('rejects a stream without images', async () => {
  await organization.importRecords({ people: [person] });
  const [record] = await stream.recordsOf(personKey(organization.id, person.id).pk);
  const { NewImage: _new, ...dynamodb } = record?.dynamodb ?? {};
  expect(() => readChange({ ...record, dynamodb })).toThrow('image');
});
