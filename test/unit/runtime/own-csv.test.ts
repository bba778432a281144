import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSourceFile } from '../../../shared/imports/reader/files/source-file.ts';
import { csvLine, ID_COLUMNS, WARNING_COLUMNS } from '../../../shared/runtime/own-csv.ts';

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The cells that an import reads from a CSV file. */
const imported = async (text: string): Promise<readonly (readonly string[])[]> => {
  const opened = await openSourceFile({
    name: 'file.csv',
    async *open() {
      yield Buffer.from(text);
    },
  });
  if (opened.layout === undefined) throw new Error('It is not CSV.');
  const rows: (readonly string[])[] = [];
  for await (const batch of opened.rows()) {
    for (const row of batch) {
      if ('problem' in row) throw new Error(row.problem);
      rows.push(row.cells);
    }
  }
  return rows;
};

const start = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  "'",
  "''",
  ' ',
  '"',
  ';',
  ',',
  '＝',
  '＠',
  'Email,Phone,First Name,Last Name,Company,City',
  '',
);
/** NUL and U+FFFD are not imported. */
const text = fc
  .tuple(start, start, fc.string({ unit: 'grapheme', maxLength: 8 }))
  .map((parts) => parts.join('').replaceAll(/[\0\uFFFD]/g, ''));

describe('a CSV file of the service', () => {
  test.each([
    ['warnings', WARNING_COLUMNS],
    ['ids', ID_COLUMNS],
  ])('writes no formula in %s, and reads the file without loss', async (_, columns) => {
    const rows = fc.array(fc.tuple(...columns.map(() => text)), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const csv = [columns, ...table].map(csvLine).join('');
        expect(await imported(csv)).toEqual(table);
        for (const cell of parse(csv, { record_delimiter: '\n' }).flat()) {
          expect(cell).not.toMatch(FORMULA_START);
          expect(cell.trimStart()).not.toMatch(FORMULA_START);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('writes numbers without an apostrophe', () => {
    expect(csvLine([-5, '-5', null, '+4915112345678', "'=1"])).toBe("-5,'-5,,'+4915112345678,''=1\n");
  });
});

test("keeps apostrophes in a source's CSV file", async () => {
  const cells = ["'+4915112345678", "'=1", "''=1", "'t Hoen"];
  expect(await imported(`a,b,c,d\n${cells.join(',')}`)).toEqual([cells]);
});

test('writes CSV cells in one function only', () => {
  const root = join(import.meta.dirname, '../../..');
  const writers = ['console', 'functions', 'infra', 'shared']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes(`replaceAll('"', '""')`));
  expect(writers).toEqual(['shared/runtime/own-csv.ts']);
});
