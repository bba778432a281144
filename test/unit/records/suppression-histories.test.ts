import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { personFromItem } from '../../../shared/records/store/record-items.ts';
import { changeSuppressions } from '../../../shared/records/suppression/change-suppressions.ts';
import { readSuppressions } from '../../../shared/records/suppression/suppression-list.ts';
import {
  addressTarget,
  numberTarget,
  type Target,
} from '../../../shared/records/suppression/suppression-targets.ts';
import { isDeleted } from '../../../shared/table/items/versions.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { exercise } from '../../support/exercise.ts';
import { useImports } from '../../support/imports/import-fixture.ts';

/** The engine of this test has no lookups to wait for. */
const { setTimeout: sleep } = timersPromises;
const setSleep = (setTimeout: typeof sleep): void => {
  Object.assign(timersPromises, { setTimeout });
  syncBuiltinESMExports();
};
beforeAll(() => setSleep(((wait: number) => sleep(Math.min(wait, 5))) as typeof sleep));
afterAll(() => setSleep(sleep));

const imports = useImports();
const ACTOR = { id: 'cli:nora', name: 'nora', from: null };
const NUMBERS = ['+12025550143', '+12025550144', '+12025550145'];
const ADDRESSES = ['ann@nowhere.example', 'bea@nowhere.example'];
const IDS = ['1', '2', ''];
const SOURCES = ['crm', 'erp'];

const table = () => createTable(imports.engine.client, imports.engine.tableName);

const row = fc.record({
  id: fc.constantFrom(...IDS),
  email: fc.constantFrom(...ADDRESSES, ''),
  phone: fc.constantFrom(...NUMBERS, ''),
  ban: fc.constantFrom('yes', 'no', '', ''),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const importing = fc.record({
  kind: fc.constant('import' as const),
  source: fc.constantFrom(...SOURCES),
  rows: fc.array(row, { minLength: 1, maxLength: 4 }),
  hasBans: fc.boolean(),
});

const step = fc.oneof(
  { weight: 4, arbitrary: importing },
  fc.record({ kind: fc.constant('suppress' as const), number: fc.constantFrom(...NUMBERS) }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'erase' as const),
    source: fc.constantFrom(...SOURCES),
    id: fc.constantFrom('1', '2'),
  }),
  fc.record({ kind: fc.constant('list' as const), number: fc.constantFrom(...NUMBERS) }),
);

const fileOf = (rows: readonly Row[], hasBans: boolean): string =>
  [
    `Record ID,First Name,Email,Phone${hasBans ? ',Do Not Call' : ''}`,
    ...rows.map(({ id, email, phone, ban }) =>
      [id, 'Nora', email, phone, ...(hasBans ? [ban] : [])].join(','),
    ),
  ].join('\n');

const targets: readonly Target[] = [...NUMBERS.map(numberTarget), ...ADDRESSES.map(addressTarget)];

const listed = async (): Promise<ReadonlySet<Target>> => {
  const { entryOf } = await readSuppressions(imports.reader, imports.organizationId, targets);
  return new Set(targets.filter((target) => entryOf(target) !== undefined));
};

/** Fails if anything that is stored may be called, although the list forbids it. */
const expectNoneCallable = async (list: ReadonlySet<Target>): Promise<void> => {
  for (const item of await imports.items()) {
    if (String(item['sk']).startsWith('ENTRY#')) {
      const { number } = Object(item['phone']);
      expect(list.has(numberTarget(String(number)))).toBe(false);
    }
    if (item['sk'] !== 'PERSON' || isDeleted(item)) continue;
    const { doNotCall, emails, phones } = personFromItem(item);
    if (emails.some(({ address }) => list.has(addressTarget(address)))) expect(doNotCall).toBe(true);
    const callable = doNotCall ? [] : phones.filter((phone) => !phone.doNotCall).map(({ number }) => number);
    for (const number of callable) expect(list.has(numberTarget(String(number)))).toBe(false);
  }
};

test('no number or address on the list can be called, whatever is imported, deleted and erased', async () => {
  const count = exercise('import', 'suppress', 'delete', 'erase', 'list', 'lifted', 'kept');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      imports.nextOrganization();
      const { organizationId } = imports;
      let before = await listed();
      for (const each of steps) {
        let mayLift = false;
        count(each.kind);
        if (each.kind === 'import') {
          const { source, rows, hasBans } = each;
          mayLift = hasBans && rows.some(({ ban }) => ban === 'no');
          const { bansLifted } = await imports.run(
            { people: fileOf(rows, hasBans) },
            { source, windowRows: 2 },
          );
          if (bansLifted > 0) count('lifted');
        } else if (each.kind === 'suppress') {
          await changeSuppressions(table(), { organizationId, actor: ACTOR }, [each.number], false);
        } else if (each.kind === 'list') {
          const { number } = each;
          const callLists = `List ID,List Name,Entry ID,Phone,Person ID\nL,Monday,${number},${number},1\n`;
          await imports.run({ callLists }, { source: 'crm' });
        } else {
          const id = imports.idOf('person', each.source, each.id);
          if (each.kind === 'delete') {
            await deleteRecord(table(), { organizationId, kind: 'person', id }, { actor: ACTOR });
          } else {
            const options = { actor: ACTOR, findEntryIds: async () => [], eraseCopies: [] };
            await erasePerson(table(), organizationId, id, options);
          }
        }
        const after = await listed();
        if (!mayLift) {
          for (const target of before) expect(after.has(target)).toBe(true);
          if (before.size > 0) count('kept');
        }
        await expectNoneCallable(after);
        before = after;
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);
