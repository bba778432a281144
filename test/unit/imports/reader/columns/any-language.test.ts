import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES, normalizedName } from '../../../../../shared/domain/readings/words.ts';
import { isNameAlone, recognizer } from '../../../../../shared/imports/reader/columns/recognize.ts';
import { exercise } from '../../../../support/exercise.ts';
import { email, importPerson, phone } from './import-row.ts';

/** A cell of each field, and what it becomes. */
const FIELDS: Readonly<Record<string, readonly [cell: string, record: object]>> = {
  id: ['7', { sourceId: '7' }],
  firstName: ['Nora', { firstName: 'Nora' }],
  lastName: ['Nobody', { lastName: 'Nobody' }],
  title: ['Head of Nothing', { title: 'Head of Nothing' }],
  emails: ['nora@nowhere.example', { emails: [email('nora@nowhere.example')] }],
  'phones.mobile': ['202-555-0101', { phones: [phone('mobile', '202-555-0101')] }],
  linkedinUrl: ['linkedin.com/in/nora', { linkedinUrl: 'linkedin.com/in/nora' }],
  'location.city': ['Nilton', { location: { city: 'Nilton' } }],
  'location.postalCode': ['01234', { location: { postalCode: '01234' } }],
  ownerId: ['Olga', { ownerId: 'Olga' }],
  createdAt: ['2026-01-31', { createdAt: '2026-01-31T00:00:00.000Z' }],
};

const recognize = recognizer('person', []);

/** The names of a field in one language that no language before it gives to another field. */
const namesOf = (path: string, { columns = {} }: (typeof LANGUAGES)[number]): readonly string[] =>
  [...(columns['person']?.[path] ?? []), ...(columns['both']?.[path] ?? [])].filter(
    (name) => recognize(name)?.path === path && !isNameAlone(name),
  );

const DECORATIONS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name} *`,
  (name) => `${name} (required)`,
  (name) => ` ${name}:`,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(' ', '_'),
  (name) => name.replaceAll(' ', '\n'),
  (name) => name.normalize('NFD'),
];

const file = fc
  .constantFrom(...LANGUAGES.filter(({ columns }) => columns !== undefined && 'person' in columns))
  .chain((language) => {
    const known = Object.keys(FIELDS).filter((path) => namesOf(path, language).length > 0);
    const column = (path: string) =>
      fc
        .tuple(fc.constantFrom(...namesOf(path, language)), fc.constantFrom(...DECORATIONS))
        .map(([name, decorate]) => [decorate(name), FIELDS[path]?.[0] ?? '', path] as const);
    return fc
      .subarray(known, { minLength: 3 })
      .chain((paths) => fc.tuple(...paths.map(column)))
      .chain((columns) => fc.shuffledSubarray(columns, { minLength: columns.length }));
  });

const noise = fc.array(
  fc.constantFrom(['Mood', 'fine'], ['Rank in 2026', '3'], ['X_Legacy', 'n/a'], ['', '']),
  { maxLength: 3 },
);

test('finds the same record whatever the language, order and decoration of the columns', () => {
  const count = exercise('columns', 'decorated', 'noise');
  fc.assert(
    fc.property(file, noise, (columns, others) => {
      const row = [...columns.map(([name, cell]) => [name, cell] as const), ...others] as [string, string][];
      const { record } = importPerson(row);
      for (const [, , path] of columns) expect(record).toMatchObject(FIELDS[path]?.[1] ?? {});
      count('columns', columns.length);
      count('decorated', columns.filter(([name]) => normalizedName(name) !== name).length);
      count('noise', others.length);
    }),
    { numRuns: 300 },
  );
});
