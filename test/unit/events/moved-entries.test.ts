import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import { deleteEntriesOfList } from '../../../shared/records/delete-record.ts';
import { callListEntryKey, callListEntryLocatorKey, callListKey } from '../../../shared/table/items/keys.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { eventsOfRecords } from '../../support/events/events-of-records.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, companies, callLists } = sampleData('Moves');
const [list] = callLists;
const [entry, secondEntry] = list?.entries ?? [];
if (!list || !entry || !secondEntry) throw new Error('There are too few sample records.');
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
beforeEach(async () => {
  organization = createOrganization(engine);
  await organization.importRecords({ people, companies });
});

/** The stream records of everything that `write` writes. */
const recordsSince = async (write: () => Promise<void>): Promise<readonly DynamoDBRecord[]> => {
  const { length } = await stream.recordsOf(organization.prefix);
  await write();
  return (await stream.recordsOf(organization.prefix)).slice(length);
};

/** The events of records that arrive in one batch or one by one. */
const eventsOf = async (
  records: readonly DynamoDBRecord[],
  isTogether = true,
): Promise<readonly ResourceEvent[]> => {
  const table = engine.table.reader;
  const reader: TableReader = {
    ...table,
    // A read that is not strongly consistent may miss what was just written.
    getMany: async (keys, options) => (options?.consistentRead === true ? table.getMany(keys, options) : []),
  };
  const events: ResourceEvent[] = [];
  for (const batch of isTogether ? [records] : records.map((record) => [record])) {
    events.push(...(await eventsOfRecords(batch, reader)));
  }
  return events;
};

const brief = ({ type, sequence }: ResourceEvent) => `${type} ${sequence}`;

const entryAt = (position: number, of: CallListEntry = entry): CallListEntry => ({ ...of, position });
const importEntries = (...entries: readonly CallListEntry[]) =>
  organization.importRecords({ callLists: [{ ...head, entries }] });

describe('an entry that moves', () => {
  const moving = async (...positions: readonly number[]) => {
    await importEntries(entry);
    return recordsSince(async () => {
      for (const position of positions) await importEntries(entryAt(position));
    });
  };

  it('causes one update, with its old position', async () => {
    const moved = await moving(500);
    for (const isTogether of [true, false]) {
      expect(await eventsOf(moved, isTogether)).toEqual([
        expect.objectContaining({
          type: 'call_list_entry.updated',
          sequence: 2,
          data: { ...entryAt(500), changedAt: expect.any(String) },
          previous: { position: entry.position },
        }),
      ]);
    }
  });

  it('causes two updates when it moves back', async () => {
    const moved = await moving(500, entry.position);
    for (const isTogether of [true, false]) {
      const events = await eventsOf(moved, isTogether);
      expect(events.map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
        ['call_list_entry.updated', 2, { position: entry.position }],
        ['call_list_entry.updated', 3, { position: 500 }],
      ]);
    }
  });

  it('reports other fields that changed with the move, but not again with the next change', async () => {
    await importEntries(entry);
    await importEntries({ ...entryAt(500), note: 'Moved', attempts: 9 });
    await importEntries({ ...entryAt(500), note: 'Stayed', attempts: 9 });
    const events = await eventsOf(await stream.recordsOf(callListKey(organization.id, head.id).pk));
    expect(events.map(({ type, previous }) => [type, previous])).toEqual([
      ['call_list.created', {}],
      ['call_list_entry.created', {}],
      ['call_list_entry.updated', { position: entry.position, note: null, attempts: entry.attempts }],
      ['call_list_entry.updated', { note: 'Moved' }],
    ]);
    const [item] = await engine
      .itemsOf(callListKey(organization.id, head.id).pk)
      .then((items) => items.filter(({ sk }) => String(sk).startsWith('ENTRY#')));
    expect(item).not.toHaveProperty('previous');
  });

  it('swaps positions with another entry', async () => {
    await importEntries(entryAt(1), entryAt(2, secondEntry));
    const swapped = await recordsSince(() => importEntries(entryAt(2), entryAt(1, secondEntry)));
    for (const isTogether of [true, false]) {
      const events = await eventsOf(swapped, isTogether);
      expect(events.map(({ data, type, previous }) => [data.id, type, previous]).toSorted()).toEqual(
        [
          [entry.id, 'call_list_entry.updated', { position: 1 }],
          [secondEntry.id, 'call_list_entry.updated', { position: 2 }],
        ].toSorted(),
      );
    }
  });

  it('causes one silent event when it moves silently', async () => {
    await importEntries(entry);
    const moved = await recordsSince(() =>
      organization.importRecords({ callLists: [{ ...head, entries: [entryAt(500)] }] }, { isSilent: true }),
    );
    expect(moved.map(({ eventName }) => eventName)).toContain('REMOVE');
    const updated = [
      expect.objectContaining({ type: 'call_list_entry.updated', sequence: 2, isSilent: true }),
    ];
    expect(await eventsOf(moved)).toEqual(updated);
    expect(await eventsOf(moved, false)).toEqual(updated);
  });
});

describe('an entry that is deleted', () => {
  const entryKey = (position: number) => callListEntryKey(organization.id, head.id, position, entry.id);
  const locatorKey = () => callListEntryLocatorKey(organization.id, entry.id);
  const deletedLast = { type: 'call_list_entry.deleted', previous: {} };

  beforeEach(async () => {
    await importEntries(entry);
  });

  it('causes a deletion, with or without its locator', async () => {
    const deleted = await recordsSince(() => organization.deleteItem(entryKey(entry.position)));
    const expected = { ...deletedLast, sequence: 2, data: { ...entry, changedAt: expect.any(String) } };
    expect(await eventsOf(deleted)).toEqual([expect.objectContaining(expected)]);
    await organization.deleteItem(locatorKey());
    expect(await eventsOf(deleted)).toEqual([expect.objectContaining(expected)]);
  });

  it('causes one deletion if it moved just before', async () => {
    const gone = await recordsSince(async () => {
      await importEntries(entryAt(500));
      await organization.deleteItem(entryKey(500));
      await organization.deleteItem(locatorKey());
    });
    const events = await eventsOf(gone);
    expect(events.map(brief)).toEqual(['call_list_entry.updated 2', 'call_list_entry.deleted 3']);
    expect(events.at(-1)?.data).toMatchObject({ position: 500 });
  });

  it('causes a deletion even if its move was not published', async () => {
    const gone = await recordsSince(async () => {
      await importEntries(entryAt(500));
      await organization.deleteItem(entryKey(500));
    });
    const events = await eventsOf(gone, false);
    expect(events.at(-1)).toMatchObject({ ...deletedLast, sequence: 3 });
  });

  it('causes only its deletions, even if it moved before and was created again since', async () => {
    const table = engine.table;
    const remove = async () => {
      expect(await deleteEntriesOfList(table, organization.id, head.id)).toBe(1);
    };
    const removals = await recordsSince(async () => {
      await importEntries(entryAt(500));
      await remove();
      await importEntries(entryAt(600));
    }).then((records) => records.filter(({ eventName }) => eventName === 'REMOVE'));
    expect((await eventsOf(removals, false)).map(brief)).toEqual(['call_list_entry.deleted 3']);
    await remove();
    expect((await eventsOf(removals, false)).map(brief)).toEqual(['call_list_entry.deleted 3']);
    const otherId = randomUUID();
    const elsewhere = { ...entryAt(600), callListId: otherId };
    await organization.importRecords({ callLists: [{ ...head, id: otherId, entries: [elsewhere] }] });
    // Of two lives ago.
    expect((await eventsOf(removals, false)).map(brief)).toEqual(['call_list_entry.deleted 3']);
  });

  it('causes a deletion and a creation if it was created again elsewhere in the meantime', async () => {
    await importEntries({ ...entry, note: 'Second version' });
    const renewed = await recordsSince(async () => {
      await organization.deleteItem(entryKey(entry.position));
      await importEntries(entryAt(500));
    });
    for (const isTogether of [true, false]) {
      const events = await eventsOf(renewed, isTogether);
      expect(events.map(brief)).toEqual(['call_list_entry.deleted 3', 'call_list_entry.created 1']);
    }
  });
});
