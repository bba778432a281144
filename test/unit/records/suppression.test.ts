import { describe, expect, it, test } from 'vitest';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { personFromItem } from '../../../shared/records/store/record-items.ts';
import { enforceSuppressions } from '../../../shared/records/suppression/enforce-suppressions.ts';
import {
  addSuppressions,
  liftSuppressions,
  listSuppressions,
  MANUAL_SOURCE,
  readSuppressions,
} from '../../../shared/records/suppression/suppression-list.ts';
import {
  addressTarget,
  numberTarget,
  recordTarget,
  type Target,
} from '../../../shared/records/suppression/suppression-targets.ts';
import { useImports } from '../../support/imports/import-fixture.ts';

const imports = useImports();
const ACTOR = { id: 'cli:nora', name: 'nora', from: null };

const table = () => imports.engine.table;
const change = () => ({ organizationId: imports.organizationId, source: MANUAL_SOURCE, actor: ACTOR });
const importPeople = (people: string, options = {}) => imports.run({ people }, options);
const isListed = async (target: Target): Promise<boolean> =>
  (await readSuppressions(imports.reader, imports.organizationId, [target])).entryOf(target) !== undefined;
const NUMBER = '+12025550143';
const phonesOf = async (id: string) =>
  (await imports.person(id))?.phones.map(({ number, doNotCall }) => [number, doNotCall]);

describe('a ban', () => {
  it('survives a blank cell', async () => {
    await imports.run(
      {
        people: JSON.stringify({
          id: '1',
          phones: [{ number: NUMBER, type: 'mobile', extension: null, raw: NUMBER, doNotCall: true }],
        }),
      },
      { extension: 'jsonl' },
    );
    await importPeople('Record ID,Mobile Phone\n1,\n');
    expect(await phonesOf('1')).toEqual([]);
    await importPeople('Record ID,Mobile Phone\n1,202-555-0143\n');
    expect(await phonesOf('1')).toEqual([[NUMBER, true]]);
  });

  it('survives a deletion, an erasure and a new identity', async () => {
    const { bansAdded } = await importPeople(
      `Record ID,Email,Phone,Do Not Call\n1,nora@nowhere.example,${NUMBER},yes\n`,
    );
    expect(bansAdded).toBe(3);
    const id = imports.idOf('person', 'import', '1');
    const reference = { organizationId: imports.organizationId, kind: 'person', id } as const;
    await deleteRecord(table(), reference, { actor: ACTOR });
    await importPeople('Record ID,First Name\n1,Nora\n');
    expect(await imports.person('1')).toMatchObject({ doNotCall: true });
    await erasePerson(table(), imports.organizationId, id, {
      actor: ACTOR,
      findReferringIds: async () => [],
      eraseCopies: [],
    });
    await importPeople(`Record ID,Email,Phone\n2,NORA@nowhere.example,\n3,,${NUMBER}\n`);
    expect(await imports.person('2')).toMatchObject({ doNotCall: true });
    expect(await phonesOf('3')).toEqual([[NUMBER, true]]);
  });

  it('is lifted only by its own source, or an admin', async () => {
    const row = (ban: string) => `Record ID,Phone,Do Not Call\n1,${NUMBER},${ban}\n`;
    await importPeople(row('yes'), { source: 'crm' });
    const { id } = { id: imports.idOf('person', 'crm', '1') };
    const read = async () => {
      const [item] = (await imports.items()).filter((each) => each['id'] === id);
      return item === undefined ? undefined : personFromItem(item);
    };
    await importPeople(JSON.stringify({ id, doNotCall: false }), { source: 'other', extension: 'jsonl' });
    expect(await read()).toMatchObject({ doNotCall: true });
    const { bansLifted } = await importPeople(row('no'), { source: ' CRM ' });
    expect(bansLifted).toBe(2);
    expect(await read()).toMatchObject({ doNotCall: false, phones: [{ doNotCall: false }] });
    expect(await isListed(numberTarget(NUMBER))).toBe(false);
  });

  it('stays when another source allows calls, with a warning each time', async () => {
    await importPeople(`Record ID,Phone,Do Not Call\n1,${NUMBER},yes\n`, { source: 'crm' });
    const warned = async (text: string, extension?: string) => {
      const options = { source: 'other', ...(extension !== undefined && { extension }) };
      const { warned, people } = await importPeople(text, options);
      return [people.created, warned.map(({ field, reason }) => [field, /only its source/.test(reason)])];
    };
    const row = `Record ID,Phone,Do Not Call\n2,${NUMBER},no\n`;
    expect(await warned(row)).toEqual([1, [['phones', true]]]);
    expect(await warned(row)).toEqual([0, [['phones', true]]]);
    const json = { id: '2', phones: [{ number: NUMBER, type: 'work', doNotCall: false }] };
    expect(await warned(JSON.stringify(json), 'jsonl')).toEqual([0, [['phones', true]]]);
    expect(await warned(`Record ID,Phone,Do Not Call\n2,${NUMBER},\n`)).toEqual([0, []]);
  });

  it('of a rejected row counts', async () => {
    await importPeople('Record ID,Phone,Do Not Call\n1,+12025550143,\n1,+12025550144,yes\n');
    expect(await imports.person('1')).toMatchObject({ doNotCall: true });
    expect(await isListed(numberTarget('+12025550144'))).toBe(true);
  });
});

describe('a file of numbers or addresses', () => {
  it('bans whom they belong to, and points out those of nobody', async () => {
    await importPeople(`Record ID,Phone,Email\n1,${NUMBER},\n2,,nora@nowhere.example\n`);
    const { people, warned, rejected, bansAdded } = await importPeople(
      `Phone,Do Not Call\n${NUMBER},yes\n+12025550199,yes\n0143,yes\n`,
      { region: undefined },
    );
    expect([people.changed, bansAdded, rejected.map(({ line }) => line)]).toEqual([2, 2, [4]]);
    // The engine of this test has no lookups, so the number is only found among recent changes.
    expect(warned.at(-1)).toMatchObject({
      value: '+12025550199',
      reason: expect.stringContaining('no person'),
    });
    await importPeople('Email,Do Not Call\nNora@Nowhere.example,yes\n');
    expect(await phonesOf('1')).toEqual([[NUMBER, true]]);
    expect(await imports.person('2')).toMatchObject({ doNotCall: true });
    const repeated = await importPeople(`Phone,Do Not Call\n${NUMBER},yes\n`);
    expect(repeated).toMatchObject({ bansAdded: 0, people: { unchanged: 1, created: 0 } });
  });

  it('refuses to delete what it does not name', async () => {
    const { rejected } = await importPeople(`Phone,Do Not Call\n${NUMBER},yes\n`, {
      isDeletingMissing: true,
    });
    expect(rejected).toMatchObject([{ reason: expect.stringContaining('--delete-missing') }]);
  });

  it('is counted the same in a dry run, which lists nothing', async () => {
    const file = `Phone,Do Not Call\n${NUMBER},yes\n`;
    expect((await importPeople(file, { isDryRun: true })).bansAdded).toBe(1);
    expect(await isListed(numberTarget(NUMBER))).toBe(false);
  });
});

test('call list entries lose a suppressed number, and do not get it again', async () => {
  await importPeople(`Record ID,Phone\n1,${NUMBER}\n`);
  const callLists = `List ID,List Name,Person ID,Phone\nL,Monday,1,${NUMBER}\n`;
  const phones = async () =>
    (await imports.items()).filter(({ sk }) => String(sk).startsWith('ENTRY#')).map(({ phone }) => phone);
  await imports.run({ callLists });
  expect(await phones()).toMatchObject([{ number: NUMBER }]);
  const targets = [numberTarget(NUMBER)];
  await addSuppressions(table(), change(), targets);
  const counts = await enforceSuppressions(table(), { organizationId: imports.organizationId, targets });
  expect(counts).toMatchObject({ records: 1, entries: 1 });
  expect(await phones()).toEqual([undefined]);
  const { warned } = await imports.run({ callLists });
  expect(await phones()).toEqual([undefined]);
  expect(warned).toMatchObject([{ field: 'phone', value: NUMBER }]);
});

test('an admin lifts what any source has listed, and the list shows no number', async () => {
  await importPeople(`Record ID,Email,Phone,Do Not Call\n1,nora@nowhere.example,${NUMBER},yes\n`);
  const { suppressions } = await listSuppressions(imports.reader, imports.organizationId, {
    limit: 10,
    position: undefined,
  });
  expect(suppressions.map(({ kind }) => kind).sort()).toEqual(['address', 'number', 'record']);
  expect(JSON.stringify(suppressions)).not.toMatch(/202555|nowhere/);
  const targets = [
    recordTarget(imports.idOf('person', 'import', '1')),
    addressTarget('nora@nowhere.example'),
    numberTarget(NUMBER),
  ];
  const { changed } = await liftSuppressions(table(), change(), targets);
  await enforceSuppressions(table(), {
    organizationId: imports.organizationId,
    targets: changed,
    isLifting: true,
  });
  expect(await imports.person('1')).toMatchObject({ doNotCall: false });
});
