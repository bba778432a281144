import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { createCallListCollection } from '../../../shared/records/call-lists/call-list-collection.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import type { IdKind } from '../../../shared/table/items/import-ids.ts';
import {
  callListEntryLocatorKey,
  callListKey,
  companyKey,
  personKey,
} from '../../../shared/table/items/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { tableLosingAnswers } from '../../support/engine/lost-answers.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { eventsOfRecords } from '../../support/events/events-of-records.ts';
import { useImports } from '../../support/imports/import-fixture.ts';

const imports = useImports({ hasStream: true });
const actor = { id: 'cli:ada', name: 'cli:ada', from: 'laptop' };

let stream: TableStream;
beforeAll(() => {
  stream = openTableStream(imports.engine);
});
afterAll(() => stream.close());

const table = (): Table => imports.engine.table;

const remove = (kind: IdKind, id: string, at: Table = table()) =>
  deleteRecord(at, { kind, organizationId: imports.organizationId, id }, { actor });

const personId = (sourceId: string) => imports.idOf('person', 'import', sourceId);
const listId = (sourceId: string) => imports.idOf('call_list', 'import', sourceId);
const entryId = (list: string, person: string) =>
  imports.idOf('call_list_entry', listId(list), 'person', personId(person));

const totals = async () => {
  const { organizationId, reader } = imports;
  const total = (name: Parameters<typeof readTotal>[2]) => readTotal(reader, organizationId, name);
  const lists = createCallListCollection(reader);
  return {
    people: await total('person'),
    companies: await total('company'),
    entries: await total('call-list-entry'),
    lists: await lists.count(organizationId, {}, true),
    locked: await lists.count(organizationId, { isLocked: true }, true),
  };
};

/** The events of all changes of the organization, oldest first, each published in its own batch. */
const events = async (): Promise<readonly ResourceEvent[]> => {
  const all: ResourceEvent[] = [];
  for (const record of await stream.recordsOf(`ORG#${imports.organizationId}`)) {
    all.push(...(await eventsOfRecords([record], imports.reader)));
  }
  return all;
};

/** `created 1`, `deleted 2` … of one resource. */
const historyOf = async (id: string): Promise<readonly string[]> =>
  (await events())
    .filter(({ data }) => data.id === id)
    .map(({ type, sequence }) => `${type.split('.')[1]} ${sequence}`);

const files = {
  companies: 'Record ID,Company Name\nC1,Nowhere Inc.\nC2,Somewhere Inc.',
  people: 'Record ID,First Name,Email\nP1,Nora,nora@example.com\nP2,Otto,otto@example.com',
  callLists: 'List ID,List Name,Is Locked,Person ID\nL1,First,true,P1\nL1,First,true,P2\nL2,Second,false,P1',
};

describe('deleting a person or company', () => {
  it.each([
    ['person', 'P1', 'people', personKey],
    ['company', 'C1', 'companies', companyKey],
  ] as const)('leaves a tombstone of a %s without its data', async (kind, sourceId, _name, keyOf) => {
    await imports.run(files);
    const id = imports.idOf(kind, 'import', sourceId);
    expect(await remove(kind, id)).toEqual({ kind, id, sequence: 2, deletedEntries: 0 });
    expect(await imports.reader.get(keyOf(imports.organizationId, id))).toEqual({
      ...keyOf(imports.organizationId, id),
      id,
      version: 2,
      deletedAt: expect.any(String),
    });
  });

  it('counts exactly what it deleted, and nothing twice', async () => {
    await imports.run(files);
    await remove('person', personId('P1'));
    expect(await remove('person', personId('P1'))).toBeUndefined();
    await remove('company', imports.idOf('company', 'import', 'C1'));
    expect(await totals()).toEqual({ people: 1, companies: 1, entries: 3, lists: 2, locked: 1 });
  });

  it('keeps the record of another organization', async () => {
    await imports.run(files);
    const id = personId('P1');
    imports.nextOrganization();
    expect(await remove('person', id)).toBeUndefined();
  });

  it('keeps the call list entries of the person', async () => {
    await imports.run(files);
    await remove('person', personId('P1'));
    expect(await historyOf(entryId('L1', 'P1'))).toEqual(['created 1']);
  });

  it('publishes the last state, and continues the sequence when the record is imported again', async () => {
    await imports.run(files);
    const id = personId('P1');
    await remove('person', id);
    const { people } = await imports.run(files);
    expect([people.created, people.unchanged]).toEqual([1, 1]);
    await remove('person', id);
    expect(await historyOf(id)).toEqual(['created 1', 'deleted 2', 'created 3', 'deleted 4']);
    expect((await events()).findLast(({ data }) => data.id === id)).toMatchObject({
      type: 'person.deleted',
      data: { firstName: 'Nora' },
    });
    expect(await totals()).toMatchObject({ people: 1 });
  });

  it('records who deleted what, without the data of the person', async () => {
    await imports.run(files);
    const id = personId('P1');
    await remove('person', id);
    const [entry] = await imports.engine.itemsOf(`AUDIT_LOG#${imports.organizationId}`);
    expect(entry).toMatchObject({ action: 'person.deleted', targetId: id, actor, details: {} });
    expect(JSON.stringify(entry)).not.toMatch(/nora/i);
  });
});

describe('deleting a call list', () => {
  it("deletes a list's entries first, and counts all of it", async () => {
    await imports.run(files);
    const id = listId('L1');
    expect(await remove('call_list', id)).toEqual({
      kind: 'call_list',
      id,
      sequence: 2,
      deletedEntries: 2,
    });
    expect(await totals()).toEqual({ people: 2, companies: 2, entries: 1, lists: 1, locked: 0 });
    const key = callListKey(imports.organizationId, id);
    const tombstone = { ...key, id, version: 2, deletedAt: expect.any(String) };
    expect(await imports.engine.itemsOf(key.pk)).toEqual([tombstone]);
    const order = (await events()).flatMap(({ type }) => (type.endsWith('.deleted') ? [type] : []));
    expect(order).toEqual(['call_list_entry.deleted', 'call_list_entry.deleted', 'call_list.deleted']);
  });

  it('deletes more entries than a transaction has room for', async () => {
    const rows = Array.from({ length: 120 }, (_, number) => `L1,First,P${number}`);
    const people = rows.map((_, number) => `P${number},N${number}`);
    await imports.run({
      people: `Record ID,First Name\n${people.join('\n')}`,
      callLists: `List ID,List Name,Person ID\n${rows.join('\n')}`,
    });
    expect(await remove('call_list', listId('L1'))).toMatchObject({ deletedEntries: 120 });
    expect(await totals()).toMatchObject({ entries: 0, lists: 0 });
  });

  it('deletes entries that arrive while it runs', async () => {
    await imports.run(files);
    const { reader, writer } = table();
    let hasArrived = false;
    const busy: Table = {
      reader,
      writer: {
        ...writer,
        async transact(operations) {
          const all = typeof operations === 'function' ? operations(new Date()) : operations;
          const isLast = all.some((each) => 'put' in each && each.put.Item?.['sk'] === 'CALL_LIST');
          if (isLast && !hasArrived) {
            hasArrived = true;
            await imports.run({ callLists: 'List ID,List Name,Is Locked,Person ID\nL1,First,true,P2' });
          }
          return writer.transact(operations);
        },
      },
    };
    expect(await remove('call_list', listId('L1'), busy)).toMatchObject({ deletedEntries: 3 });
    expect(await totals()).toMatchObject({ entries: 1, lists: 1, locked: 0 });
    expect(await imports.engine.itemsOf(callListKey(imports.organizationId, listId('L1')).pk)).toHaveLength(
      1,
    );
  });

  it('finishes when it is repeated after an interruption', async () => {
    await imports.run(files);
    const { reader, writer } = table();
    let transactions = 0;
    const broken: Table = {
      reader,
      writer: {
        ...writer,
        async transact(operations) {
          transactions += 1;
          if (transactions === 2) throw new Error('The power failed.');
          return writer.transact(operations);
        },
      },
    };
    await expect(remove('call_list', listId('L1'), broken)).rejects.toThrow('power');
    expect(await totals()).toMatchObject({ entries: 1, lists: 2 });
    expect(await remove('call_list', listId('L1'))).toMatchObject({ sequence: 2, deletedEntries: 0 });
    expect(await totals()).toMatchObject({ entries: 1, lists: 1, locked: 0 });
  });

  it('continues the sequences of the list and its entries when they are imported again', async () => {
    await imports.run(files);
    await remove('call_list', listId('L1'));
    const { callLists, callListEntries } = await imports.run(files);
    expect([callLists.created, callListEntries.created]).toEqual([1, 2]);
    const history = ['created 1', 'deleted 2', 'created 3'];
    expect(await historyOf(listId('L1'))).toEqual(history);
    expect(await historyOf(entryId('L1', 'P1'))).toEqual(history);
    expect(await totals()).toEqual({ people: 2, companies: 2, entries: 3, lists: 2, locked: 1 });
  });
});

describe('deleting a call list entry', () => {
  const id = '6f1c2d3e-0000-4000-9000-000000000001';
  const importEntry = (list: string, position: number) =>
    imports.run(
      {
        callLists: JSON.stringify({
          id: listId(list),
          name: list,
          entries: [{ id, position, personId: personId('P1') }],
        }),
      },
      { extension: 'jsonl' },
    );

  it("keeps an entry's version in its locator, and continues it elsewhere", async () => {
    await imports.run({ people: files.people });
    await importEntry('L1', 1);
    await importEntry('L1', 5);
    expect(await remove('call_list_entry', id)).toMatchObject({ sequence: 3 });
    expect(await remove('call_list_entry', id)).toBeUndefined();
    expect(await totals()).toMatchObject({ entries: 0 });
    await importEntry('L2', 1);
    await importEntry('L2', 2);
    await remove('call_list_entry', id);
    await importEntry('L2', 1);
    expect(await totals()).toMatchObject({ entries: 1 });
    const last = await imports.reader.get(callListEntryLocatorKey(imports.organizationId, id));
    expect(last).toMatchObject({ callListId: listId('L2'), firstVersions: [4, 7] });
    const sequences = (await events()).filter(({ data }) => data.id === id).map(({ sequence }) => sequence);
    expect([...new Set(sequences)]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('deleting while imports run', () => {
  it('keeps counts and sequences exact while imports run', async () => {
    const people = (round: number) =>
      `Record ID,First Name\n${['P1', 'P2', 'P3'].map((id) => `${id},Round ${round}`).join('\n')}`;
    const callLists = 'List ID,List Name,Person ID\nL1,First,P1\nL1,First,P2\nL1,First,P3';
    await imports.run({ people: people(0), callLists });
    for (let round = 1; round <= 4; round++) {
      await Promise.all([
        imports.run({ people: people(round) }),
        ...['P1', 'P2', 'P3'].map((id) => remove('person', personId(id))),
        remove('call_list', listId('L1')),
        remove('call_list_entry', entryId('L1', 'P1')),
      ]);
      await imports.run({ people: people(round), callLists });
    }
    for (const id of ['P1', 'P2'].flatMap((each) => [personId(each), entryId('L1', each)])) {
      const history = await historyOf(id);
      expect(history.map((event) => Number(event.split(' ')[1]))).toEqual(
        history.map((_, index) => index + 1),
      );
    }
    expect(await totals()).toEqual({ people: 3, companies: 0, entries: 3, lists: 1, locked: 0 });
  });
});

describe('a deletion whose answer is lost', () => {
  const auditOf = async (id: string) =>
    (await imports.engine.itemsOf(`AUDIT_LOG#${imports.organizationId}`))
      .filter(({ targetId }) => targetId === id)
      .map(({ action }) => action);

  it.each([
    ['person', () => personId('P1'), 2, 0],
    ['company', () => imports.idOf('company', 'import', 'C1'), 2, 0],
    ['call_list', () => listId('L1'), 2, 2],
    ['call_list_entry', () => entryId('L1', 'P1'), 2, 0],
  ] as const)(
    'succeeds, and writes one audit log entry: %s',
    async (kind, idOf, sequence, deletedEntries) => {
      await imports.run(files);
      const id = idOf();
      const losing = tableLosingAnswers(imports.engine, () => true);
      expect(await remove(kind, id, losing)).toEqual({ kind, id, sequence, deletedEntries });
      expect(losing.transactions()).toBeGreaterThan(0);
      expect(await auditOf(id)).toEqual([`${kind}.deleted`]);
      expect(await remove(kind, id)).toBeUndefined();
      expect(await auditOf(id)).toEqual([`${kind}.deleted`]);
    },
  );

  it('counts a deletion once', async () => {
    await imports.run(files);
    const losing = tableLosingAnswers(imports.engine, () => true);
    await remove('person', personId('P1'), losing);
    await remove('company', imports.idOf('company', 'import', 'C1'), losing);
    await remove('call_list', listId('L1'), losing);
    expect(await totals()).toEqual({ people: 1, companies: 1, entries: 1, lists: 1, locked: 0 });
  });
});
