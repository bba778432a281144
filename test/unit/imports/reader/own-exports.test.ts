import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordFields } from '../../../../shared/contract/records/record-columns.ts';
import { recordCsv } from '../../../../shared/contract/records/record-csv.ts';
import { createPersonRepository } from '../../../../shared/records/store/records.ts';
import { delimitedLine } from '../../../../shared/runtime/own-csv.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';
import { spreadsBans } from '../../../support/imports/spreads-bans.ts';

const imports = useImports();

const text = fc.constantFrom('Nora', 'Nobody; the second', '=1+1', "O'Nobody", '007', 'a, "b"', 'Émile');
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const time = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const number = fc.integer({ min: 100, max: 199 }).map((line) => `+12025550${line}`);

const person = fc.record({
  firstName: orNull(text),
  lastName: orNull(text),
  title: orNull(text),
  emails: fc.uniqueArray(
    fc.record({ address: fc.constantFrom('a@nowhere.example', 'b@nowhere.example'), type: orNull(text) }),
    { maxLength: 2, selector: ({ address }) => address },
  ),
  phones: fc.uniqueArray(
    fc.record({
      number,
      type: fc.constantFrom('work', 'mobile', 'home'),
      extension: orNull(fc.constantFrom('77', '007')),
      raw: orNull(fc.constantFrom('ask Nora; or Otto', '+12025550199')),
      doNotCall: fc.boolean(),
    }),
    { maxLength: 2, selector: (phone) => phone.number },
  ),
  location: orNull(
    fc.record({
      street: orNull(text),
      city: orNull(text),
      region: orNull(text),
      postalCode: orNull(fc.constantFrom('01234', '99999')),
      country: orNull(fc.constantFrom('Germany', 'US')),
    }),
  ),
  doNotCall: fc.boolean(),
  tags: fc.uniqueArray(text, { maxLength: 3 }),
  externalIds: fc.constantFrom([], [{ source: 'crm', id: '00123' }]),
  customFields: fc.constantFrom({}, { tier: 'A', Score: 7, 'is vip': true }, { code: '00042' }),
  createdAt: time,
});

/** How a spreadsheet of one country writes what it recognizes. */
const LOCALES = [
  { dateOrder: 'mdy', delimiter: ',', yes: 'TRUE', no: 'FALSE' },
  { dateOrder: 'dmy', delimiter: ';', yes: 'WAHR', no: 'FALSCH' },
  { dateOrder: 'dmy', delimiter: '\t', yes: 'VRAI', no: 'FAUX' },
  { dateOrder: 'dmy', delimiter: ';', yes: 'VERDADERO', no: 'FALSO' },
] as const;

const saved = (cell: string, { dateOrder, yes, no }: (typeof LOCALES)[number]): string => {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):\S+Z$/.exec(cell) ?? [];
  if (year !== undefined) {
    return `${dateOrder === 'mdy' ? `${Number(month)}/${Number(day)}` : `${day}.${month}`}${
      dateOrder === 'mdy' ? '/' : '.'
    }${year} ${clock}`;
  }
  if (cell === 'true') return yes;
  if (cell === 'false') return no;
  return /^'?\+?\d+$/.test(cell) ? cell.replace(/^'?\+?0*(?=\d)/, '') : cell;
};

test('an export updates exactly the records that it came from, however a spreadsheet saved it', async () => {
  const count = exercise('records', 'saved', 'added', 'removed');
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 3 }).filter((people) => !spreadsBans(people)),
      fc.constantFrom(undefined, ...LOCALES),
      fc.boolean(),
      fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
      async (people, locale, isAdding, choices) => {
        imports.nextOrganization();
        const lines = people.map((each, index) => JSON.stringify({ id: `P${index}`, ...each }));
        const first = await imports.run({ people: lines.join('\n') }, { extension: 'jsonl' });
        expect(first.rejected).toEqual([]);
        const ids = first.storedRows.map(({ id }) => id);
        const stored = async () =>
          Promise.all(
            ids.map((id) => createPersonRepository(imports.reader).get(imports.organizationId, id)),
          );
        const before = await stored();

        const { header, cellsOf } = recordCsv(recordFields('person', null), ['tier'], true);
        const kept = header
          .map((name, at) => ({ name, at, order: choices.next().value ?? 0 }))
          .filter(({ name, order }) => name === 'id' || name === 'firstName' || order > 0)
          .toSorted((a, b) => a.order - b.order);
        const rows = before.map((record) => {
          const cells = cellsOf(record ?? {});
          return kept.map(({ at }) => cells[at] ?? '');
        });
        const delimiter = locale?.delimiter ?? ',';
        const note = isAdding ? ['seen'] : [];
        const csv = [
          [...kept.map(({ name }) => name), ...(isAdding ? ['My note'] : [])],
          ...rows.map((cells) => [...cells.map((cell) => (locale ? saved(cell, locale) : cell)), ...note]),
        ]
          .map((cells) => delimitedLine(cells, delimiter))
          .join('');
        const again = await imports.run({ people: csv }, { dateOrder: locale?.dateOrder, region: undefined });
        expect(again.rejected).toEqual([]);
        expect(again.warned).toEqual([]);
        expect(again.people).toMatchObject({
          created: 0,
          [isAdding ? 'changed' : 'unchanged']: people.length,
        });
        const changed = { updatedAt: expect.anything(), changedAt: expect.anything() };
        expect(await stored()).toEqual(
          before.map((record) => ({
            ...record,
            ...(isAdding && { ...changed, customFields: { ...record?.customFields, 'My note': 'seen' } }),
          })),
        );
        count('records', people.length);
        if (locale !== undefined) count('saved');
        if (isAdding) count('added');
        if (kept.length < header.length) count('removed');
      },
    ),
    // Shrinking takes longer than the test may.
    { numRuns: runs(10), endOnFailure: true },
  );
});
