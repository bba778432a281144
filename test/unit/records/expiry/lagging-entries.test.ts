import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { updateOrganization } from '../../../../shared/organizations/update-organization.ts';
import { eraseEntries } from '../../../../shared/records/erasure/erase-person.ts';
import { expireRecords } from '../../../../shared/records/expiry/expire-records.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';
import { companyKey, personKey } from '../../../../shared/table/items/keys.ts';
import {
  createLaggingTable,
  type LaggingTable,
} from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { runs } from '../../../support/exercise.ts';
import { createImportBucket } from '../../../support/imports/import-bucket.ts';
import { importFiles } from '../../../support/imports/import-files.ts';
import { ACTOR } from '../../../support/keys/key-fixture.ts';

const DAY = 86_400_000;

const importTexts = (
  table: LaggingTable,
  organizationId: string,
  texts: Readonly<Record<string, string>>,
) => {
  const { client, tableName } = table;
  const files = Object.entries(texts).map(([kind, text]) => [
    kind,
    {
      name: kind,
      async *open() {
        yield Buffer.from(text);
      },
    },
  ]);
  return importFiles({ client, tableName, organizationId, files: Object.fromEntries(files) });
};

/** Whether the run that starts while the index lags announces the person and the company of an entry. */
const announcedAfter = (
  seed: number,
  change: (
    table: LaggingTable,
    organizationId: string,
    idOf: ReturnType<typeof createIdMaker>,
  ) => Promise<unknown>,
) =>
  inVirtualTime(
    async () => {
      const table = createLaggingTable({ seed });
      const { organizationId } = await createImportBucket(table);
      await updateOrganization(table, organizationId, { recordRetentionDays: 30 }, ACTOR);
      await setTimeout(10 * DAY);
      await importTexts(table, organizationId, {
        companies: 'id,name\nC1,Nowhere Inc.',
        people: 'id,First Name\nP1,Nora',
        callLists: 'List ID,List Name,entryId,Person ID,Company ID,note\nL1,First,E1,P1,C1,Call back',
      });
      await setTimeout(32 * DAY);
      table.faults = { ...table.faults, indexLag: 10_000, splitsIndexMoves: true };
      const idOf = createIdMaker(organizationId);
      await change(table, organizationId, idOf);
      await setTimeout(5_000);
      await expireRecords(table, { now: () => new Date(), hasTime: () => true });
      const keys = [
        personKey(organizationId, idOf('person', 'import', 'P1')),
        companyKey(organizationId, idOf('company', 'import', 'C1')),
      ];
      const stored = await table.reader.getMany(keys, { consistentRead: true });
      return stored.filter(({ expiresAt }) => expiresAt !== undefined).map(({ sk }) => sk);
    },
    { seed },
  );

it('announces no record that an entry refers to, while the index lacks the changed entry', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const announced = await announcedAfter(seed, (table, organizationId) =>
      importTexts(table, organizationId, { callLists: 'List ID,entryId,status\nL1,E1,completed' }),
    );
    expect(announced).toEqual([]);
  });
  await fc.assert(property, { numRuns: runs(30) });
});

it('announces no company of an entry whose person is erased, while the index lacks the entry', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const announced = await announcedAfter(seed, async (table, organizationId, idOf) => {
      const entryId = idOf('call_list_entry', idOf('call_list', 'import', 'L1'), 'entry', 'E1');
      const personId = idOf('person', 'import', 'P1');
      expect(await eraseEntries(table, organizationId, personId, [entryId])).toBe(1);
    });
    expect(announced).not.toContain('COMPANY');
  });
  await fc.assert(property, { numRuns: runs(30) });
});
