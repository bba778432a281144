import { beforeAll, expect, it } from 'vitest';
import { deleteMissing } from '../../../shared/imports/reader/missing/delete-missing.ts';
import { ReadRecords } from '../../../shared/imports/reader/missing/find-missing.ts';
import { emptyReport } from '../../../shared/imports/reader/run/import-report.ts';
import { sourceCounters } from '../../../shared/records/lookups/source-counts.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { createMeteredTable, type MeteredTable } from '../../support/engine/metered-table.ts';
import { FEW, ORGANIZATION, storeOrganization, timeAt } from '../../support/records/growth/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const LIMIT = FEW / 10;
const SOURCE = 'few';

const idAt = (index: number): string => createIdMaker(ORGANIZATION)('person', SOURCE, String(index));

/** Stores many people of another source, and few of this one, with their counter. */
const storePeople = async (table: MeteredTable, others: number): Promise<void> => {
  await storeOrganization(table, others, ['person']);
  const [person] = sampleData('Growth').people;
  if (person === undefined) throw new Error('There are no sample people.');
  const items = Array.from({ length: FEW }, (_, index) => ({
    ...personToItem(ORGANIZATION, {
      ...person,
      ...{ id: idAt(index), changedAt: timeAt(others + index) },
      externalIds: [{ source: SOURCE, id: String(index) }],
    }),
    version: 1,
  }));
  const resource = { kind: 'person', organizationId: ORGANIZATION, id: idAt(0) } as const;
  const counters = [...sourceCounters(resource, items[0]).values()];
  await table.put([
    ...items,
    ...counters.map(({ key, values }) => ({ ...key, values, count: FEW, version: 1 })),
  ]);
};

const [small, large] = [createMeteredTable(), createMeteredTable()];
beforeAll(async () => {
  await storePeople(small, 500);
  await storePeople(large, 3_000);
});

/** What the plan of deletions of the source costs. */
const planIn = async (table: MeteredTable, deletions: number) => {
  const read = new ReadRecords();
  const ids = Array.from({ length: deletions }, (_, index) => idAt(index));
  // One matches no record.
  for (const id of [...ids, idAt(FEW)]) read.addDeleted({ kind: 'people', id });
  table.take();
  const settings = {
    ...{ organizationId: ORGANIZATION, source: SOURCE.toUpperCase(), paths: { people: 'people.jsonl' } },
    ...{ isSilent: false, isDeletingMissing: false, confirmedDeletions: undefined },
    confirmation: (count: number) => `Confirm ${count}.`,
    actor: { id: 'test', name: 'test', from: null },
  };
  const printed: string[] = [];
  const print = (message: string) => printed.push(message);
  const dryRun = { ...settings, isDryRun: true };
  const refuse = () => Promise.reject(new Error('A dry run must not write.'));
  const readOnly = { reader: table.reader, writer: { put: refuse, update: refuse, transact: refuse } };
  const { missing } = await deleteMissing(dryRun, emptyReport(), read, readOnly, print);
  const isStopped = printed.some((message) => message.includes('nothing would be deleted'));
  return { found: missing.people, isStopped, units: table.take().units, ids };
};

it.each([
  ['makes', 1, false],
  ['makes', LIMIT, false],
  ['stops', LIMIT + 1, true],
])(
  '%s %i deletions by a delta at a cost that does not grow with the table',
  async (_, deletions, isStopped) => {
    const plans = [await planIn(small, deletions), await planIn(large, deletions)];
    for (const { found, ids, ...plan } of plans) {
      expect(found?.ids.toSorted()).toEqual(ids.toSorted());
      expect([found?.brought, plan.isStopped]).toEqual([FEW, isStopped]);
    }
    const [few, many] = plans.map(({ units }) => units);
    expect(many).toBe(few);
  },
);
