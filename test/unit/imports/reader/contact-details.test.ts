import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../shared/domain/readings/words.ts';
import { contactFieldsOf, viewOf } from '../../../../shared/kinds/contact-details.ts';
import { eventView } from '../../../../shared/kinds/event-view.ts';
import { PERSON } from '../../../../shared/kinds/person.ts';
import { csvLine } from '../../../../shared/runtime/own-csv.ts';
import { openTableStream, type TableStream } from '../../../support/engine/table-stream.ts';
import { eventsOfRecords } from '../../../support/events/events-of-records.ts';
import { runs } from '../../../support/exercise.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';

const imports = useImports({ hasStream: true });
let stream: TableStream;
beforeAll(() => {
  stream = openTableStream(imports.engine);
});
afterAll(() => stream.close());

const MARK = 'secret';

const recognized = LANGUAGES.flatMap(({ columns = {} }) =>
  Object.entries({ ...columns['person'], ...columns['both'] }).flatMap(([path, names]) =>
    contactFieldsOf(PERSON.fields)(path.replace('+', '')) ? names : [],
  ),
);
const contactColumn = fc.constantFrom(
  ...recognized,
  ...['LinkedIn URL', 'LinkedIn', 'Street', 'Mailing Street', 'Email', 'Phone'],
  ...['emails.private', 'phones.home', 'location.street', 'Location Street', 'Phones Home'],
);

const marked = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom<(mark: string) => string>(
      (mark) => mark,
      (mark) => `${mark}@nowhere.example`,
      (mark) => `${mark}@nowhere.example; ${mark}`,
      (mark) => `linkedin.com/in/${mark}`,
      (mark) => `+12025550101, ${mark}`,
      (mark) => `${mark} ${'long '.repeat(120)}`,
    ),
  )
  .map(([number, textOf]) => textOf(`${MARK}${number}`));
const cell = fc.oneof({ arbitrary: marked, weight: 4 }, fc.constant(''));

const csv = fc
  .record({ columns: fc.array(contactColumn, { minLength: 1, maxLength: 6 }), repeats: fc.boolean() })
  .chain(({ columns, repeats }) => {
    const all = repeats ? [...columns, ...columns] : columns;
    const row = fc.tuple(fc.constantFrom('A', 'B'), ...all.map(() => cell));
    return fc.record({
      extension: fc.constant('csv'),
      people: fc
        .array(row, { minLength: 1, maxLength: 5 })
        .map((rows) =>
          [['Record ID', 'First Name', ...all], ...rows.map(([id, ...cells]) => [id, 'Nora', ...cells])]
            .map(csvLine)
            .join(''),
        ),
      map: fc.constantFrom(
        '',
        ...['linkedinUrl', 'companyName', 'companyDomain', 'location.street', 'emails.other'].map(
          (path) => `"${all.at(-1)}"=${path}`,
        ),
      ),
    });
  });

const jsonLines = fc
  .array(
    fc.record(
      {
        id: fc.constantFrom('A', 'B'),
        emails: fc.array(
          marked.map((text) => ({ address: `${MARK}@nowhere.example`, type: text.slice(0, 9) })),
        ),
        phones: fc.array(marked.map((text) => ({ number: null, raw: text.slice(0, 99) }))),
        linkedinUrl: marked.map((text) => `https://linkedin.com/in/${text.slice(0, 7)}`),
        location: fc.record({ street: marked.map((text) => text.slice(0, 99)) }),
      },
      { requiredKeys: ['id'] },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) => ({
    extension: 'jsonl',
    people: rows.map((row) => JSON.stringify(row)).join('\n'),
    map: '',
  }));

const file = fc.oneof({ arbitrary: csv, weight: 3 }, jsonLines);

/** Columns with the name of a contact detail, mapped to fields that keep the text as a custom field too. */
const NAMED_AFTER_FIELDS = ['Location Street', 'Phones Home'].map(
  (column): [{ extension: string; people: string; map: string }[], boolean] => [
    [
      {
        extension: 'csv',
        people: `Record ID,First Name,${column}\nA,Nora,${MARK}1\n`,
        map: `"${column}"=companyName`,
      },
    ],
    false,
  ],
);

test('shows no value of a contact column to a reader without contact details', async () => {
  const [reduced, complete] = [eventView(false), eventView(true)];
  const reducedPerson = viewOf(PERSON.fields, false);
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (files, isMergingRows) => {
        imports.nextOrganization();
        for (const { people, ...options } of files) {
          const { rejected } = await imports.run({ people }, { ...options, isMergingRows });
          for (const { reason } of rejected) expect(reason).toContain('an earlier row');
        }
        const records = await stream.recordsOf(`ORG#${imports.organizationId}`);
        for (const event of await eventsOfRecords(records, imports.reader)) {
          const json = JSON.stringify(event);
          if (/"customFields":\{[^}]*secret/.test(complete(event.type, json))) kept += 1;
          expect(reduced(event.type, json)).not.toContain(MARK);
        }
        for (const id of ['A', 'B']) {
          const person = await imports.person(id);
          if (person !== undefined) expect(JSON.stringify(reducedPerson(person))).not.toContain(MARK);
        }
      },
    ),
    { numRuns: runs(60), examples: NAMED_AFTER_FIELDS },
  );
  expect(kept).toBeGreaterThan(20);
});
