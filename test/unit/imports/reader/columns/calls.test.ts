import { expect, test } from 'vitest';
import { recognizer } from '../../../../../shared/imports/reader/columns/recognize.ts';

const recognize = recognizer('call', []);
const pathOf = (column: string) => recognize(column)?.path;

test.each([
  ['Call Outcome', 'disposition'],
  ['Call Duration (min)', 'durationSeconds'],
  ['Activity Assigned To', 'agent.name'],
  // Names of people and companies, in any language.
  ['Erstellt am', 'createdAt'],
  ['Modifié le', 'updatedAt'],
  ['Empresa', 'companyName'],
  ['Bedrijfs-ID', 'companyId'],
  ['Adres poczty elektronicznej', 'email'],
])('recognizes `%s` of a call', (column, path) => {
  expect(pathOf(column)).toBe(path);
});

test.each(['Telefon geschäftlich', 'Zeitzone', 'City', 'Vorname'])(
  'keeps `%s`, which no call has',
  (column) => {
    expect(pathOf(column)).toBeUndefined();
  },
);

test('prefers a name with the kind before it to the same name without', () => {
  const [plain, prefixed] = ['Outcome', 'Call Outcome'].map((column) => recognize(column)?.rank ?? 0);
  expect(prefixed).toBeLessThan(plain ?? 0);
});
