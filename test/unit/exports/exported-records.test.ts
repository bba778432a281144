import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportSelection } from '../../../shared/exports/export.ts';
import { newExport } from '../../../shared/exports/new-export.ts';
import { exportedRecords } from '../../../shared/exports/steps/exported-records.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createSmallOrganization } from '../../support/exports/small-organization.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

const WHOLE: ExportSelection = {
  resource: 'call-list-entry',
  format: 'jsonl',
  fields: null,
  changedSince: null,
  callListId: null,
  includesContactDetails: true,
};

const PHONE = '+12025550110';

/** Two call lists with an entry each, and a person. */
const createRecords = async () => {
  const { table, organizationId, idOf, importPeople, importCallLists, settle } =
    await createSmallOrganization();
  await importPeople(`1,Ann,${PHONE}`, 'id,First Name,Phone Number');
  const entriesOf = (id: string) => [{ id, personId: '1' }];
  await importCallLists(
    { id: 'one', name: 'Spring', entries: entriesOf('1') },
    { id: 'other', name: 'Autumn', entries: entriesOf('2') },
  );
  await settle();
  const later = new Date().toISOString();
  await importPeople('2,Bob');
  const records = (changes: Partial<ExportSelection>) => {
    const item = newExport(organizationId, { ...WHOLE, ...changes }, ACTOR, new Date());
    const { collection, read } = exportedRecords(table.reader, item);
    return {
      read,
      /** The records of the first page of the collection. */
      list: async () => {
        const query = { changedSince: undefined, descending: false, limit: 10, position: undefined };
        return (await collection.page(query)).items.map(({ resource }) => resource);
      },
    };
  };
  const [one, other] = (await records({}).list()).map(({ id, ...entry }) => ({
    id: String(Object(entry).callListId),
    entryId: id,
  }));
  if (one === undefined || other === undefined) throw new Error('There are two lists.');
  return { one, other, later, person: idOf(2), records };
};

describe('exported entries', () => {
  it('hide phones from exports without contact details, however they are read', async () => {
    await inVirtualTime(async () => {
      const { one, records } = await createRecords();
      for (const [includesContactDetails, shown] of [
        [true, expect.objectContaining({ number: PHONE })],
        [false, null],
      ] as const) {
        const { read, list } = records({ callListId: one.id, includesContactDetails });
        const entry = expect.objectContaining({ id: one.entryId, phone: shown });
        expect(await read([one.entryId])).toEqual([entry]);
        expect(await list()).toEqual([entry]);
      }
    });
  });

  it('belong to the call list of the export', async () => {
    await inVirtualTime(async () => {
      const { one, other, records } = await createRecords();
      const ids = [one.entryId, other.entryId];
      const ofOne = records({ callListId: one.id });
      expect((await ofOne.read(ids)).map(({ id }) => id)).toEqual([one.entryId]);
      expect((await ofOne.list()).map(({ id }) => id)).toEqual([one.entryId]);
      const ofAll = records({});
      expect((await ofAll.read(ids)).map(({ id }) => id).sort()).toEqual(ids.toSorted());
      expect(await ofAll.list()).toHaveLength(2);
    });
  });
});

describe('exported people', () => {
  it('hide contact details from exports without them, however they are read', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, idOf } = await createSmallOrganization();
      await importPeople('1,Ann,ann@acme.example', 'id,First Name,Email');
      const email = [expect.objectContaining({ address: 'ann@acme.example' })];
      for (const [includesContactDetails, emails] of [
        [true, email],
        [false, []],
      ] as const) {
        const item = newExport(
          organizationId,
          { ...WHOLE, resource: 'person', includesContactDetails },
          ACTOR,
          new Date(),
        );
        const { collection, read } = exportedRecords(table.reader, item);
        expect(await read([idOf(1)])).toEqual([expect.objectContaining({ emails })]);
        const query = { changedSince: undefined, descending: false, limit: 10, position: undefined };
        const { items } = await collection.page(query);
        expect(items.map(({ resource }) => resource)).toEqual([expect.objectContaining({ emails })]);
      }
    });
  });
});

describe('changedSince', () => {
  it('excludes earlier records that an event names, and includes those of that time', async () => {
    await inVirtualTime(async () => {
      const { one, person, later, records } = await createRecords();
      const entries = records({ changedSince: later });
      expect(await entries.read([one.entryId])).toEqual([]);
      const people = records({ resource: 'person', changedSince: later });
      expect((await people.read([person, randomUUID()])).map(({ id }) => id)).toEqual([person]);
    });
  });
});
