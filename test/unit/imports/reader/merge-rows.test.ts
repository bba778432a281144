import { expect, test } from 'vitest';
import { useImports } from '../../../support/imports/import-fixture.ts';

const imports = useImports();

const OFFICES = `Member ID,First Name,Last Name,Title,Do Not Call,Created,Office Phone,Street,City,Party
M1,Nora,Nobody,Senator,no,2024-02-01,202-555-0101,1 First St,Springfield,Blue
M2,Otto,Outis,Member,no,2024-02-01,202-555-0102,,,Red
M1,Nora,Nobody,Chair,yes,2024-01-01,202-555-0103,2 Second St,Shelbyville,Blue
M1,Nora,Nobody,Senator,no,2024-03-01,(202) 555-0101,1 First St,Springfield,Green`;
const map = 'Member ID=id,Office Phone=phones.work';

test('merges one row per office: lists keep all values, single fields the first', async () => {
  const report = await imports.run({ people: OFFICES }, { map, isMergingRows: true });
  expect(report.rejected).toEqual([]);
  expect(report.people).toMatchObject({ read: 4, created: 2, merged: 2 });
  const person = await imports.person('M1');
  expect(person).toMatchObject({
    firstName: 'Nora',
    title: 'Senator',
    doNotCall: true,
    createdAt: '2024-01-01T00:00:00.000Z',
    location: { street: '1 First St', city: 'Springfield' },
    customFields: {
      'title (2)': 'Chair',
      'location.street (2)': '2 Second St',
      'location.city (2)': 'Shelbyville',
      Party: 'Blue',
      'Party (2)': 'Green',
    },
    externalIds: [{ source: 'import', id: 'M1' }],
  });
  expect(person?.phones.map(({ number }) => number)).toEqual(['+12025550101', '+12025550103']);
  const again = await imports.run({ people: OFFICES }, { map, isMergingRows: true });
  expect(again.people).toMatchObject({ unchanged: 2, created: 0, changed: 0, merged: 2 });
});

test('rejects all but the first row of a person without --merge-rows', async () => {
  const { rejected, people } = await imports.run({ people: OFFICES }, { map });
  expect(rejected.map(({ line }) => line)).toEqual([4, 5]);
  expect(people).toMatchObject({ created: 2, rejected: 2 });
});

test('completes a location from later rows without mixing two locations', async () => {
  const people = `Record ID,City,Street,Email
P1,Springfield,,nora@nowhere.example
P1,,1 First St,NORA@nowhere.example
P1,Springfield,1 First St,n@nowhere.example`;
  await imports.run({ people }, { isMergingRows: true });
  expect(await imports.person('P1')).toMatchObject({
    location: { city: 'Springfield', street: '1 First St' },
    emails: [{ address: 'nora@nowhere.example' }, { address: 'n@nowhere.example' }],
    customFields: {},
  });
});

test('merges JSON Lines', async () => {
  const lines = [
    { id: 'P1', firstName: 'Nora', tags: ['a'], phones: [{ number: '+12025550101', type: 'work' }] },
    { id: 'P1', tags: ['b', 'a'], phones: [{ number: '+12025550102', type: 'work' }] },
  ];
  const people = lines.map((line) => JSON.stringify(line)).join('\n');
  await imports.run({ people }, { isMergingRows: true, extension: 'jsonl' });
  expect(await imports.person('P1')).toMatchObject({
    firstName: 'Nora',
    tags: ['a', 'b'],
    phones: [{ number: '+12025550101' }, { number: '+12025550102' }],
  });
});

test.each([
  ['a later', [false, true]],
  ['an earlier', [true, false]],
])('keeps the doNotCall of a number from %s row of JSON Lines', async (_, rows) => {
  const other = { number: '+12025550102' };
  const lines = rows.map((doNotCall) => ({
    id: 'P1',
    phones: [{ number: '+12025550101', doNotCall }, other],
  }));
  const people = lines.map((line) => JSON.stringify(line)).join('\n');
  await imports.run({ people }, { isMergingRows: true, extension: 'jsonl' });
  expect((await imports.person('P1'))?.phones).toMatchObject([
    { number: '+12025550101', doNotCall: true },
    { number: '+12025550102', doNotCall: false },
  ]);
});

test('rejects every row of a record that is too large once merged', async () => {
  const numbers = (from: number) =>
    Array.from({ length: 60 }, (_, index) => `+1202555${String(from + index).padStart(4, '0')}`).join(';');
  const people = `Record ID,Phone\nP1,${numbers(100)}\nP2,\nP1,${numbers(1000)}`;
  const report = await imports.run({ people }, { isMergingRows: true });
  expect(report.rejected).toMatchObject([
    { line: 2, reason: expect.stringContaining('phones') },
    { line: 4, reason: expect.stringContaining('phones') },
  ]);
  expect(report.people).toMatchObject({ read: 3, created: 1, merged: 0, rejected: 2 });
});
