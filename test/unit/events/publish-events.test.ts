import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createListEvents } from '../../../functions/events/browse-events/list-events.ts';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { readParameters } from '../../../functions/http/request.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { commandImports } from '../../../shared/imports/command-import.ts';
import { insertImport } from '../../../shared/imports/import-repository.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import { deleteEntriesOfList } from '../../../shared/records/delete-record.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { callListEntryKey, personKey } from '../../../shared/table/items/keys.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createFakeBus, type FakeBus } from '../../support/events/fake-bus.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, companies, callLists } = sampleData('Publish');
const [person] = people;
const [longList] = callLists;
const [entry, secondEntry] = longList?.entries ?? [];
if (!person || !longList || !entry || !secondEntry) throw new Error('There are too few sample records.');
const { entries: _, ...head } = longList;

let engine: TestEngine;
let stream: TableStream;
let organization: TestOrganization;
let info: MockInstance<typeof console.info>;
let error: MockInstance<typeof console.error>;

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
  info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  organization = createOrganization(engine);
  info.mockClear();
  error.mockClear();
});

/** Invokes the function with records and the remaining time. */
const publish = (records: readonly DynamoDBRecord[], bus: FakeBus, seconds = 60) => {
  const table = engine.table;
  const publisher = createEventPublisher({ table, retentionDays: 30, bus, backoff: async () => undefined });
  return publisher({ Records: [...records] }, { getRemainingTimeInMillis: () => seconds * 1000 });
};

const isResource = (sk = ''): boolean => /^(?:PERSON$|COMPANY$|CALL_LIST$|ENTRY#)/.test(sk);

/** Only of resources: Lambda does not start the function for others. */
const records = async () =>
  (await stream.recordsOf(organization.prefix)).filter(({ dynamodb }) =>
    isResource(dynamodb?.Keys?.['sk']?.S),
  );

/** The stream records of all that `write` writes. */
const recordsSince = async (write: () => Promise<void>): Promise<readonly DynamoDBRecord[]> => {
  const { length } = await records();
  await write();
  return (await records()).slice(length);
};

const entryAt = (position: number, source: CallListEntry = entry): CallListEntry => ({ ...source, position });
const importEntries = (...entries: readonly CallListEntry[]) =>
  organization.importRecords({ callLists: [{ ...head, entries }] });

describe('published events', () => {
  it('keeps the order of the stream, with a sequence per resource', async () => {
    await organization.importRecords({ people, companies, callLists: [longList] });
    for (const title of ['A', 'B', 'C']) {
      await organization.importRecords({
        people: people.map((each) => ({ ...each, title })),
        callLists: [
          { ...head, name: title, entries: longList.entries.map((each) => entryAt(each.position + 1, each)) },
        ],
      });
    }
    const all = await records();
    const bus = createFakeBus();
    await publish(all, bus);
    const details = bus.details();
    const perRound = people.length + 1 + longList.entries.length;
    // The entries move only in the first round, and the companies never change.
    expect(details).toHaveLength(companies.length + 4 * perRound - 2 * longList.entries.length);
    const lastOf = new Map<string, number>();
    for (const { organizationId, event } of details) {
      expect(organizationId).toBe(organization.id);
      const last = lastOf.get(event.data.id);
      expect(event.sequence).toBe((last ?? 0) + 1);
      lastOf.set(event.data.id, event.sequence);
    }
    for (const batch of bus.calls) expect(batch.length).toBeLessThanOrEqual(10);

    // The batch size does not affect the events or their order.
    const pieces = createFakeBus();
    for (let start = 0; start < all.length; start += 17) {
      await publish(all.slice(start, start + 17), pieces);
    }
    expect(pieces.details()).toEqual(details);
  });
});

describe('an entry that is deleted and created again in another list', () => {
  const otherHead = { ...head, id: randomUUID() };
  const deleted = async () => {
    const table = engine.table;
    return recordsSince(async () => {
      expect(await deleteEntriesOfList(table, organization.id, head.id)).toBe(1);
    });
  };
  const createdElsewhere = () =>
    recordsSince(() =>
      organization.importRecords({
        callLists: [{ ...otherHead, entries: [{ ...entry, callListId: otherHead.id }] }],
      }),
    );
  const brief = (bus: FakeBus) => bus.details().map(({ event }) => `${event.type} ${event.sequence}`);

  beforeEach(async () => {
    await organization.importRecords({ people, companies });
    await importEntries(entry);
    await publish(await records(), createFakeBus());
  });

  it('publishes both events, even if late and repeatedly', async () => {
    const deletion = await deleted();
    const creation = await createdElsewhere();
    for (const bus of [createFakeBus(), createFakeBus()]) {
      await publish(deletion, bus);
      await publish(creation, bus);
      expect(brief(bus)).toEqual([
        'call_list_entry.deleted 2',
        'call_list.created 1',
        'call_list_entry.created 3',
      ]);
    }
  });

  it("publishes no earlier events after the entry's creation", async () => {
    const changed = await recordsSince(() => importEntries({ ...entry, note: 'Changed' }));
    const deletion = [...changed, ...(await deleted())];
    const bus = createFakeBus();
    await publish(await createdElsewhere(), bus);
    await publish(deletion, bus);
    expect(brief(bus)).toEqual(['call_list.created 1', 'call_list_entry.created 4']);
  });

  it("publishes the entry's next deletion", async () => {
    const deletion = await deleted();
    await publish([...deletion, ...(await createdElsewhere())], createFakeBus());
    const table = engine.table;
    const second = await recordsSince(async () => {
      await deleteEntriesOfList(table, organization.id, otherHead.id);
    });
    const bus = createFakeBus();
    await publish(second, bus);
    expect(brief(bus)).toEqual(['call_list_entry.deleted 4']);
  });
});

describe('a change that an import made', () => {
  const browse = async (role: 'admin' | 'member') => {
    const event = proxyEvent({ organizationId: organization.id, resource: '/events' });
    const read = readParameters(EVENT_ROUTES.listEvents, event);
    if ('errors' in read) throw new Error(JSON.stringify(read.errors));
    const actor = { id: 'a', name: 'a', from: null };
    const principal = { organizationId: organization.id, actor, role };
    const { reader } = engine.table;
    const request = { ...read.parameters, principal, body: undefined, from: '127.0.0.1' };
    const { body } = await createListEvents(reader)(request);
    return body.items.map((item) => [item.event.type, item.import]);
  };

  it('names the import to admins only', async () => {
    const table = engine.table;
    const [file] = commandImports([
      {
        organizationId: organization.id,
        kind: 'people',
        source: 'crm',
        fileName: 'people.csv',
        size: 1,
        settings: DEFAULT_SETTINGS,
        startedBy: { id: 'cli:ada', name: 'ada', from: null },
        createdAt: timestampOf(new Date()),
      },
    ]);
    if (file === undefined) throw new Error('There is no import.');
    await insertImport(table, file);
    const item = personToItem(organization.id, person);
    const mark = `${file.id.slice(0, 8)}+1z`;
    await organization.write({ put: { Item: nextVersion(item, 0, { mark }) } });
    await organization.write({ put: { Item: nextVersion({ ...item, title: 'CFO' }, 1) } });
    const bus = createFakeBus();
    await publish(await records(), bus);
    const shown = { id: file.id, source: 'crm', fileName: 'people.csv' };
    expect(await browse('admin')).toEqual([
      ['person.updated', null],
      ['person.created', shown],
    ]);
    expect((await browse('member')).map(([, by]) => by)).toEqual([null, null]);
    expect(JSON.stringify(bus.details())).not.toContain(mark);
  });
});

describe('a change that exceeds the size limit of the bus', () => {
  it('publishes a reference to the resource', async () => {
    const customFields = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`field ${index}`, '\u0001'.repeat(10_000)]),
    );
    const large = personToItem(organization.id, { ...person, customFields });
    await organization.write({ put: { Item: nextVersion(large, 4) } });
    const bus = createFakeBus();
    await publish(await records(), bus);
    expect(bus.details()).toEqual([
      {
        organizationId: organization.id,
        event: expect.objectContaining({
          type: 'person.created',
          sequence: 5,
          data: { id: person.id },
          previous: {},
        }),
        oversized: true,
        streamSequence: expect.stringMatching(/^\d+$/),
        feedPosition: '1.0',
        keptDays: 30,
      },
    ]);
  });
});

describe('when the bus rejects an event', () => {
  const sequenceNumberOf = (record: DynamoDBRecord | undefined) => record?.dynamodb?.SequenceNumber;

  beforeEach(() => organization.importRecords({ people }));

  it('retries, and reports nothing if a retry succeeds', async () => {
    const bus = createFakeBus((_, call) => (call < 3 ? 'ThrottlingException' : undefined));
    expect(await publish(await records(), bus)).toEqual({ batchItemFailures: [] });
    expect(bus.details()).toHaveLength(people.length);
    expect(info.mock.calls).toEqual([[{ records: people.length, events: people.length, failures: 0 }]]);
  });

  it('reports the record of the first event that is not on the bus', async () => {
    // Some records have no event, so the index of a record differs from that of its event.
    await organization.importRecords({ companies, callLists: [longList] });
    const all = await records();
    const victim = all.findIndex(
      ({ dynamodb }) =>
        dynamodb?.Keys?.['sk']?.S ===
        callListEntryKey(organization.id, head.id, secondEntry.position, secondEntry.id).sk,
    );
    expect(victim).toBeGreaterThan(people.length + 1);
    const bus = createFakeBus(({ detail }) =>
      detail.includes(`"id":"${secondEntry.id}"`) ? 'InternalFailure' : undefined,
    );
    const result = await publish(all, bus);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: sequenceNumberOf(all[victim]) }] });
    const [line] = error.mock.calls[0] ?? [];
    expect(line).toMatchObject({ records: all.length, errorCodes: ['InternalFailure'] });
    expect(line.failures).toBeGreaterThan(0);

    // Lambda retries from there, which publishes the rest.
    const later = createFakeBus();
    expect(await publish(all.slice(victim), later)).toEqual({ batchItemFailures: [] });
    const ids = new Set([...bus.details(), ...later.details()].map(({ event }) => event.id));
    const total = people.length + companies.length + 1 + longList.entries.length;
    expect(ids.size).toBe(total);
    expect(line.events).toBe(total - later.details().length);
  });

  it('fails the whole batch if all events are rejected, so that Lambda splits it', async () => {
    const bus = createFakeBus(() => {
      throw new Error('The connection broke.');
    });
    const all = await records();
    await expect(publish(all, bus)).rejects.toThrow('Lambda splits the batch');
    expect(await publish(all.slice(0, 1), bus)).toEqual({
      batchItemFailures: [{ itemIdentifier: sequenceNumberOf(all[0]) }],
    });
  });

  it('reports the record at which time ran out', async () => {
    const all = await records();
    expect(await publish(all, createFakeBus(), 0.5)).toEqual({
      batchItemFailures: [{ itemIdentifier: sequenceNumberOf(all[10]) }],
    });
  });
});

describe('an unreadable record', () => {
  const SECRET = 'confidential text';
  const broken = async () => {
    const item = { ...personToItem(organization.id, { ...person, firstName: SECRET }), doNotCall: SECRET };
    return recordsSince(() => organization.write({ put: { Item: nextVersion(item, undefined) } }));
  };
  const logged = () => JSON.stringify([...info.mock.calls, ...error.mock.calls]);

  it('reports the record after all events before it are published, and logs only its key', async () => {
    await organization.importRecords({ people: people.slice(1, 4) });
    const before = await records();
    const [corrupt] = await broken();
    await organization.importRecords({ people: people.slice(4) });
    const bus = createFakeBus();
    expect(await publish(await records(), bus)).toEqual({
      batchItemFailures: [{ itemIdentifier: corrupt?.dynamodb?.SequenceNumber }],
    });
    expect(bus.details()).toHaveLength(before.length);
    const { pk, sk } = personKey(organization.id, person.id);
    expect(logged()).toContain(`${pk} / ${sk}`);
    expect(logged()).toContain('doNotCall');
    expect(logged()).not.toContain(SECRET);
  });

  it('does not report the record before an earlier rejected event', async () => {
    await organization.importRecords({ people: people.slice(1, 4) });
    const [, rejected] = await records();
    await broken();
    const bus = createFakeBus(({ detail }) =>
      detail.includes(rejected?.dynamodb?.NewImage?.['id']?.S ?? '?') ? 'InternalFailure' : undefined,
    );
    expect(await publish(await records(), bus)).toEqual({
      batchItemFailures: [{ itemIdentifier: rejected?.dynamodb?.SequenceNumber }],
    });
  });

  it('fails the whole batch as its first record, so that Lambda splits it', async () => {
    await broken();
    await organization.importRecords({ people: people.slice(1) });
    const bus = createFakeBus();
    await expect(publish(await records(), bus)).rejects.toThrow('Lambda splits the batch');
    expect(logged()).toContain(person.id);
    expect(bus.calls).toEqual([]);
    expect(logged()).not.toContain(SECRET);
  });

  it('reports the record alone', async () => {
    const [corrupt, ...more] = await broken();
    if (corrupt === undefined) throw new Error('Nothing was written.');
    expect(more).toEqual([]);
    expect(await publish([corrupt], createFakeBus())).toEqual({
      batchItemFailures: [{ itemIdentifier: corrupt.dynamodb?.SequenceNumber }],
    });
  });

  it('logs a record with an unrepresentable number without the number', async () => {
    const item = nextVersion(personToItem(organization.id, person), undefined);
    const [sound] = await recordsSince(() => organization.write({ put: { Item: item } }));
    const image = {
      ...sound?.dynamodb?.NewImage,
      customFields: { M: { salary: { N: '1234567890123456789.5' } } },
    };
    const record = { ...sound, dynamodb: { ...sound?.dynamodb, NewImage: image } };
    expect((await publish([record], createFakeBus())).batchItemFailures).toHaveLength(1);
    expect(logged()).toContain(person.id);
    expect(logged()).not.toContain('12345678');
  });
});

it('fails the batch if the table cannot be read for a moved entry', async () => {
  await organization.importRecords({ people, companies });
  await importEntries(entry);
  const deleted = await recordsSince(() =>
    organization.deleteItem(callListEntryKey(organization.id, head.id, entry.position, entry.id)),
  );
  const unavailable = async () => {
    throw new TableUnavailableError('The table did not answer.');
  };
  const reader = {
    get: unavailable,
    getMany: unavailable,
    transactGet: unavailable,
    queryPage: unavailable,
    count: unavailable,
  };
  const { writer } = engine.table;
  const publisher = createEventPublisher({
    table: { reader, writer },
    retentionDays: 30,
    bus: createFakeBus(),
    backoff: async () => undefined,
  });
  await expect(
    publisher({ Records: [...deleted] }, { getRemainingTimeInMillis: () => 60_000 }),
  ).rejects.toThrow(TableUnavailableError);
});
