import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../support/exercise.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';
import { codePoint } from '../../../support/values/code-points.ts';

const imports = useImports();

const COLUMNS = {
  people: [
    'Record ID',
    'First Name',
    'Full Name',
    'Email',
    'Mobile Phone',
    'Create Date',
    'Do Not Call',
    'Time Zone',
    'Company ID',
    'Company Name',
    'Tags',
    'City',
    'Mood',
  ],
  companies: [
    'Record ID',
    'Company Name',
    'Domain',
    'Employees',
    'Annual Revenue',
    'Currency',
    'Phone',
    'Mood',
  ],
  callLists: [
    'List ID',
    'List Name',
    'Locked',
    'Position',
    'Person ID',
    'Phone',
    'Status',
    'Attempts',
    'Note',
  ],
} as const;

const cells = fc.oneof(
  { arbitrary: fc.string({ unit: codePoint, maxLength: 30 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }), weight: 2 },
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '',
    ' ',
    'A',
    'B',
    '202-555-0101',
    'tel:+12025550101;ext=1',
    '3/4/2024',
    '31.12.2024',
    '11-50',
  ),
  fc.constantFrom('$1.2M', 'EURO', 'true', 'Europe/Berlin', 'a@nowhere.example, b', '"', '\r\n', ',;', '-0'),
);

/** An unreadable one rejects its row. */
const doNotCall = fc.constantFrom('', 'yes', 'no', 'perhaps');

const fileOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

test.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])(
  'counts every row of %s, and changes nothing when repeated',
  async (kind) => {
    const columns = COLUMNS[kind];
    const rows = fc.array(
      fc.tuple(...columns.map((column) => (column === 'Do Not Call' ? doNotCall : cells))),
      { minLength: 1, maxLength: 8 },
    );
    const options = fc.record({
      isStrict: fc.boolean(),
      isMergingRows: fc.boolean(),
      isCreatingCompanies: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(rows, options, async (table, chosen) => {
        imports.nextOrganization();
        await imports.run({ people: 'Record ID\nA\nB' });
        const files = { [kind]: fileOf(columns, table) };
        const first = await imports.run(files, chosen);
        const counted = kind === 'callLists' ? [first.callLists, first.callListEntries] : [first[kind]];
        expect(counted.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThanOrEqual(table.length);
        const again = await imports.run(files, chosen);
        for (const { created, changed } of [
          again.people,
          again.companies,
          again.callLists,
          again.callListEntries,
        ]) {
          expect({ created, changed }).toEqual({ created: 0, changed: 0 });
        }
      }),
      { numRuns: runs(30) },
    );
  },
);
