import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { deleteEntriesOfList, deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { WriteOperation } from '../../../shared/table/writer.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

const importEntries = (
  { client, tableName }: LaggingTable,
  organizationId: string,
  ids: readonly string[],
) => {
  const text = ['List ID,List Name,entryId,note', ...ids.map((id) => `L1,First,${id},Call back`)].join('\n');
  const callLists = {
    name: 'lists.csv',
    async *open() {
      yield Buffer.from(text);
    },
  };
  return importFiles({ client, tableName, organizationId, files: { callLists } });
};

const prepare = async (seed = 0) => {
  const table = createLaggingTable({ seed });
  const { organizationId } = await createImportBucket(table);
  const idOf = createIdMaker(organizationId);
  const listId = idOf('call_list', 'import', 'L1');
  const entryIdOf = (id: string): string => idOf('call_list_entry', listId, 'entry', id);
  return { table, organizationId, listId, entryIdOf };
};

const entriesIn = async (table: LaggingTable, organizationId: string) =>
  (await table.itemsOf(`ORG#${organizationId}#CALL_LIST#`)).filter(({ sk }) =>
    String(sk).startsWith('ENTRY#'),
  );

/** Counts transactions, and does something before each. */
const withTransactions = (
  { reader, writer }: Table,
  before: (operations: readonly WriteOperation[]) => unknown,
) => {
  const counted = { reader, transactions: 0, writer };
  counted.writer = {
    ...writer,
    async transact(operations) {
      counted.transactions += 1;
      await before(typeof operations === 'function' ? operations(new Date()) : operations);
      return writer.transact(operations);
    },
  };
  return counted;
};

const seeds = (run: (seed: number) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.integer(), (seed) => inVirtualTime(() => run(seed), { seed })),
    { numRuns: 20 },
  );

describe('entries that were written a moment ago, while other reads lag', () => {
  it('deletes recent entries with their list, each in one transaction', () =>
    seeds(async (seed) => {
      const { table, organizationId, listId } = await prepare(seed);
      table.faults = { ...table.faults, readLag: 10_000 };
      await importEntries(table, organizationId, ['1', '2', '3']);
      const counted = withTransactions(table, () => undefined);
      expect(await deleteEntriesOfList(counted, organizationId, listId)).toBe(3);
      expect(counted.transactions).toBe(1);
      expect(await entriesIn(table, organizationId)).toEqual([]);
    }));

  it('deletes recent entries one by one', () =>
    seeds(async (seed) => {
      const { table, organizationId, entryIdOf } = await prepare(seed);
      table.faults = { ...table.faults, readLag: 10_000 };
      await importEntries(table, organizationId, ['1']);
      const reference = { organizationId, kind: 'call_list_entry', id: entryIdOf('1') } as const;
      const counted = withTransactions(table, () => undefined);
      expect(await deleteRecord(counted, reference, { actor: ACTOR })).toMatchObject({ sequence: 2 });
      expect(counted.transactions).toBe(1);
      // And a moment later they are gone.
      expect(await deleteRecord(counted, reference, { actor: ACTOR })).toBeUndefined();
    }));
});

describe('an entry that is added while its list is deleted', () => {
  it('deletes an entry that is added meanwhile', () =>
    inVirtualTime(async () => {
      const { table, organizationId, listId } = await prepare();
      await importEntries(table, organizationId, ['1', '2']);
      let isAdded = false;
      const racing = withTransactions(table, async (operations) => {
        const isDeletion = operations.some((each) => 'put' in each && each.put.Item?.['sk'] === 'CALL_LIST');
        if (!isDeletion || isAdded) return;
        isAdded = true;
        await importEntries(table, organizationId, ['3']);
      });
      const reference = { organizationId, kind: 'call_list', id: listId } as const;
      expect(await deleteRecord(racing, reference, { actor: ACTOR })).toMatchObject({ deletedEntries: 3 });
      expect(isAdded).toBe(true);
      expect(await entriesIn(table, organizationId)).toEqual([]);
      const lists = createCallListRepository(table.reader);
      expect(await lists.getWithEntries(organizationId, listId, { limit: 1 })).toBeUndefined();
    }));

  it('rejects an entry once the list is deleted', () =>
    inVirtualTime(async () => {
      const { table, organizationId, listId } = await prepare();
      await importEntries(table, organizationId, ['1']);
      table.faults = { ...table.faults, latency: 100 };
      const reference = { organizationId, kind: 'call_list', id: listId } as const;
      await Promise.all([
        deleteRecord(table, reference, { actor: ACTOR }),
        setTimeout(150).then(() => importEntries(table, organizationId, ['2', '3'])),
      ]);
      const stored = await createCallListRepository(table.reader).getWithEntries(organizationId, listId, {
        limit: 9,
      });
      expect(await entriesIn(table, organizationId)).toHaveLength(stored?.entryCount ?? 0);
    }));
});

describe('a person who is deleted while an import creates an entry', () => {
  const importRacing = async (
    race: (table: LaggingTable, organizationId: string, personId: string) => Promise<unknown>,
  ) => {
    const { table, organizationId } = await prepare();
    const fileOf = (name: string, text: string) => ({
      name,
      async *open() {
        yield Buffer.from(text);
      },
    });
    const { tableName } = table;
    const people = fileOf(
      'people.csv',
      'id,First Name,Work Phone\nP1,Nora,+12025550143\nP2,Otto,+12025550144',
    );
    await importFiles({ client: table.client, tableName, organizationId, files: { people } });
    const personId = createIdMaker(organizationId)('person', 'import', 'P1');
    let hasRaced = false;
    const send = async (...args: [command: { readonly input: object }]): Promise<unknown> => {
      if (!hasRaced && JSON.stringify(args[0].input).includes('"ENTRY#')) {
        hasRaced = true;
        await race(table, organizationId, personId);
      }
      return Reflect.apply(table.client.send, table.client, args);
    };
    const client = new Proxy(table.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
    const reasons: string[] = [];
    const callLists = fileOf('lists.csv', 'List ID,List Name,Person ID\nL1,First,P1\nL1,First,P2');
    const report = await importFiles({
      client,
      tableName,
      organizationId,
      files: { callLists },
      onRejectedRow: ({ reason }) => reasons.push(reason),
    });
    expect(hasRaced).toBe(true);
    const phones = (await entriesIn(table, organizationId)).map(({ phone }) => Object(phone).number);
    return { counts: report.callListEntries, phones, reasons };
  };

  const expected = {
    counts: expect.objectContaining({ created: 1, rejected: 1 }),
    phones: ['+12025550144'],
    reasons: ['personId: there is no such person'],
  };

  it('leaves no entry', async () => {
    const outcome = await inVirtualTime(() =>
      importRacing((table, organizationId, id) =>
        deleteRecord(table, { organizationId, kind: 'person', id }, { actor: ACTOR }),
      ),
    );
    expect(outcome).toEqual(expected);
  });

  it('leaves no number of an erased person', async () => {
    const outcome = await inVirtualTime(() =>
      importRacing((table, organizationId, id) =>
        erasePerson(table, organizationId, id, {
          actor: ACTOR,
          eraseCopies: [eraseEvents],
          findReferringIds: async () => [],
        }),
      ),
    );
    expect(outcome).toEqual(expected);
  });
});
