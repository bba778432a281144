import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readTotal } from '../../../../shared/records/collections/collection.ts';
import { expireRecords } from '../../../../shared/records/expiry/expire-records.ts';
import { touchOf } from '../../../../shared/records/retention/record-touches.ts';
import { expiryKey, personKey } from '../../../../shared/table/items/keys.ts';
import { TableUnavailableError } from '../../../../shared/table/reader.ts';
import type { Table } from '../../../../shared/table/table.ts';
import type { WriteOperation } from '../../../../shared/table/writer.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import { useRetention } from '../../../support/records/retention.ts';

const retention = useRetention();
const { run, at, register, keepFor, expire, history } = retention;

/** Two pages. */
const PEOPLE = 110;
const people = [
  'Record ID,First Name,Email',
  ...Array.from({ length: PEOPLE }, (_, n) => `P${n},Nora,n${n}@example.com`),
].join('\n');

const idOf = (sourceId: string): string => retention.idOf('person', 'import', sourceId);

const isOfPerson = (id: string) => (operation: WriteOperation) =>
  'put' in operation && Object(operation.put.Item).pk === personKey(retention.organizationId, id).pk;

/** A table whose writer does something before each transaction. */
const beforeTransactions = (hook: (operations: readonly WriteOperation[]) => Promise<void>): Table => {
  const { reader, writer } = retention.table;
  return {
    reader,
    writer: {
      ...writer,
      transact: async (operations) => {
        await hook(typeof operations === 'function' ? operations(new Date()) : operations);
        return writer.transact(operations);
      },
    },
  };
};

const invoke = (table: Table, pages = Number.POSITIVE_INFINITY) => {
  let left = pages;
  return expireRecords(table, { now: () => new Date(), hasTime: () => left-- > 0 });
};

/** Whether a run is to be started or continued. */
const isDue = async (): Promise<boolean> => {
  const state = await retention.reader.get(expiryKey(retention.organizationId));
  return state?.['startedAt'] !== undefined || String(state?.['nextAt']) <= new Date().toISOString();
};

/** The sequence and type of each event, by resource. */
const histories = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const byId = Map.groupBy(await retention.events(), ({ data }) => data.id);
  return Object.fromEntries(
    [...byId].map(([id, events]) => [id, events.map((e) => `${e.type} ${e.sequence}`)]),
  );
};

describe('a run', () => {
  it('ends the same however often it is interrupted, with each event once', async () => {
    const count = exercise('read', 'before', 'after', 'time');
    const kinds = ['read', 'before', 'after', 'time'] as const;
    const plans = fc.shuffledSubarray([...kinds, ...kinds], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        at(0);
        retention.nextOrganization();
        await register();
        await keepFor(30);
        await run({ people });
        const faults = [...plan];
        const take = () => {
          const fault = faults.shift();
          if (fault !== undefined) count(fault);
          return fault;
        };
        const { reader, writer } = retention.table;
        const failing: Table = {
          reader: {
            ...reader,
            getMany: async (...query) => {
              if (faults[0] === 'read' && take()) throw new TableUnavailableError('throttled');
              return reader.getMany(...query);
            },
          },
          writer: {
            ...writer,
            transact: async (operations) => {
              const fault = faults[0] === 'before' || faults[0] === 'after' ? take() : undefined;
              if (fault === 'before') throw new TableUnavailableError('lost');
              const result = await writer.transact(operations);
              if (fault === 'after') throw new TableUnavailableError('lost');
              return result;
            },
          },
        };
        for (const day of [32, 34]) {
          at(day);
          while (await isDue()) await invoke(failing, faults[0] === 'time' && take() ? 1 : 3);
        }
        const all = Object.values(await histories());
        expect(all).toHaveLength(PEOPLE);
        for (const each of all)
          expect(each).toEqual(['person.created 1', 'person.expiring 2', 'person.deleted 3']);
        expect(await readTotal(reader, retention.organizationId, 'person')).toBe(0);
        const audited = (await retention.engine.itemsOf(`AUDIT_LOG#${retention.organizationId}`)).filter(
          ({ action }) => action === 'retention.applied',
        );
        expect(audited.map(({ details }) => Object(details))).toMatchObject([
          { announcedPeople: PEOPLE, deletedPeople: 0 },
          { announcedPeople: 0, deletedPeople: PEOPLE },
        ]);
      }),
      { numRuns: runs(6) },
    );
  });

  it('keeps a record that is used at the moment of its deletion, and deletes the others', async () => {
    await register();
    await keepFor(30);
    await run({ people });
    at(32);
    await expire();
    at(34);
    let isTouched = false;
    const touching = beforeTransactions(async (operations) => {
      if (isTouched || !operations.some(isOfPerson(idOf('P7')))) return;
      isTouched = true;
      const stored = await retention.reader.get(personKey(retention.organizationId, idOf('P7')));
      await retention.table.writer.update(touchOf(stored ?? {}, new Date()));
    });
    await invoke(touching);
    expect(isTouched).toBe(true);
    expect(await retention.person('P7')).toBeDefined();
    expect(await readTotal(retention.reader, retention.organizationId, 'person')).toBe(1);
  });

  it('never announces a record that an entry refers to, if it becomes due between two pages', async () => {
    await register();
    await keepFor(30);
    at(10);
    await run({
      people: 'Record ID,First Name\nP1,Nora\nP2,Otto',
      callLists: 'List ID,List Name,Person ID\nL1,First,P1',
    });
    // Due in two days and an hour, so not yet to be announced when the run comes to the entries.
    at(41 - 1 / 24);
    let pages = 0;
    const hasTime = (): boolean => {
      pages += 1;
      if (pages === 2) at(41 + 1 / 24);
      return true;
    };
    await expireRecords(retention.table, { now: () => new Date(), hasTime });
    expect(pages).toBeGreaterThan(2);
    expect((await history()).filter((event) => event.includes('expiring'))).toEqual([]);
    at(42);
    await expire();
    expect((await history()).filter((event) => event.includes('expiring'))).toEqual(['person.expiring 2']);
  });

  it('stops when the setting is turned off meanwhile', async () => {
    await register();
    await keepFor(30);
    await run({ people });
    at(32);
    await expire();
    at(34);
    let transactions = 0;
    await invoke(
      beforeTransactions(async () => {
        transactions += 1;
        if (transactions === 2) await keepFor(null);
      }),
    );
    const total = await readTotal(retention.reader, retention.organizationId, 'person');
    expect(total).toBe(PEOPLE - 97);
    await invoke(retention.table);
    expect(await retention.reader.get(expiryKey(retention.organizationId))).toBeUndefined();
    expect((await history()).filter((event) => event.includes('deleted'))).toHaveLength(97);
  });

  it('continues with other organizations when one fails', async () => {
    const failed = retention.organizationId;
    await register();
    await keepFor(30);
    retention.nextOrganization();
    await register();
    await keepFor(30);
    await run({ people: 'Record ID,First Name,Email\nP1,Nora,nora@example.com' });
    at(32);
    const { failures } = await invoke(
      beforeTransactions(async (operations) => {
        if (JSON.stringify(operations).includes(failed)) throw new TableUnavailableError('throttled');
      }),
    );
    expect(failures.map(({ organizationId }) => organizationId)).toEqual([failed]);
    expect(await history()).toEqual(['person.created 1', 'person.expiring 2']);
  });

  it.each([
    ['the end of its time, if another invocation has ended the run', 1, 31, []],
    ['a page, if another invocation has stored it', 9, 33, ['person.expiring 2']],
  ])('stores no place at %s', async (_, pages, day, announced) => {
    await register();
    await keepFor(30);
    at(1);
    await run({ people: 'Record ID,First Name\nP1,Nora' });
    const now = at(day);
    const stored = () => retention.reader.get(expiryKey(retention.organizationId));
    let overtaken: Awaited<ReturnType<typeof stored>>;
    const { failures } = await invoke(
      beforeTransactions(async () => {
        if (overtaken !== undefined) return;
        vi.setSystemTime(now.getTime() + 1);
        await expire();
        overtaken = await stored();
      }),
      pages,
    );
    expect(failures).toEqual([]);
    expect(await stored()).toEqual(overtaken);
    expect(overtaken).not.toHaveProperty('startedAt');
    expect(await history()).toEqual(['person.created 1', ...announced]);
  });

  it('starts at most once a day, and not before a record can be due', async () => {
    await register();
    await keepFor(30);
    await run({ people: 'Record ID,First Name,Email\nP1,Nora,nora@example.com' });
    const nextAt = async () => (await retention.reader.get(expiryKey(retention.organizationId)))?.['nextAt'];
    await expire();
    expect(await nextAt()).toBe(at(31).toISOString());
    await expire();
    expect(await nextAt()).toBe(at(32).toISOString());
  });
});
