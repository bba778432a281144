import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rejectsFileOf } from '../../../../shared/imports/reader/files/rejects-file.ts';
import { openSourceFile } from '../../../../shared/imports/reader/files/source-file.ts';
import { delimitedLine } from '../../../../shared/runtime/own-csv.ts';

const open = (text: string, name = 'people.csv') =>
  openSourceFile({
    name,
    async *open() {
      yield Buffer.from(text);
    },
  });

/** The rows of a file: their cells or objects, or why they cannot be read. */
const rowsOf = async (text: string): Promise<readonly unknown[]> => {
  const rows: unknown[] = [];
  for await (const batch of (await open(text)).rows()) {
    for (const row of batch) {
      rows.push('problem' in row ? row.problem : 'value' in row ? row.value : row.cells);
    }
  }
  return rows;
};

/** The file of rejected rows, if all rows of a file are rejected. */
const rejectAll = async (text: string, reason = 'the name is too long'): Promise<string> => {
  const opened = await open(text);
  const file = rejectsFileOf(opened.layout);
  let result = file.start;
  for await (const batch of opened.rows()) {
    for (const row of batch) {
      result +=
        'problem' in row
          ? file.lineOf({ line: row.line, reason: row.problem, original: row.cells ?? String(row.row) })
          : file.lineOf({ line: row.line, reason, original: 'value' in row ? row.value : row.cells });
    }
  }
  return result;
};

const HEADER = ['Id', 'Full, name', 'Phone'];

describe('a file of rejected rows', () => {
  it.each([',', ';', '\t', '|'])(
    'keeps columns, delimiter and values of a file separated by %j',
    async (by) => {
      const cell = fc
        .string({ unit: 'grapheme', maxLength: 6 })
        .map((text) => text.replaceAll(/[\0\uFFFD]/g, ''));
      const edge = fc.constantFrom("'+49 151", '+49 151', '=1+1', ' x ', 'a"b', 'a\nb', 'a;b|c,d\te', '');
      const rows = fc.array(fc.tuple(fc.constant('x'), edge, fc.oneof(cell, edge)), {
        minLength: 1,
        maxLength: 4,
      });
      await fc.assert(
        fc.asyncProperty(rows, async (table) => {
          // A source quotes, and writes formulas as they are.
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const source = [HEADER, ...table].map((cells) => `${cells.map(quoted).join(by)}\n`).join('');
          const rejects = await rejectAll(source);
          expect(rejects.split('\n')[0]).toBe(`\uFEFF${delimitedLine([...HEADER, 'reason'], by).trimEnd()}`);
          const read = await rowsOf(rejects);
          expect(read).toEqual(
            (await rowsOf(source)).map((cells, index) => [
              ...(cells as string[]),
              expect.stringMatching(index === 0 ? /^Line 2: the name is too long$/ : /^Line \d+: /),
            ]),
          );
        }),
        { numRuns: 200 },
      );
    },
  );

  it('has one reason of rows that are rejected again', async () => {
    const twice = await rejectAll(await rejectAll('Id,Name\n1,Nora\n'), 'still wrong');
    expect(twice).toBe('\uFEFFId,Name,reason\n1,Nora,Line 2: still wrong\n');
  });

  it('puts the reason into its column, whatever the number of cells', async () => {
    expect(await rejectAll('Id,Name,City\n1,Nora\n2,Ned,Oslo,extra\n3,"Nora" x,Oslo\n')).toBe(
      [
        '\uFEFFId,Name,City,reason',
        '1,Nora,,"Line 2: the row has 2 cells, the header 3 (is a line break in a cell without quotes, ' +
          'or a cell missing?)"',
        '2,Ned,Oslo,"Line 3: the row has 4 cells, the header 3",extra',
        '3,"""Nora"" x",Oslo,Line 4: the quotes do not match',
        '',
      ].join('\n'),
    );
  });

  it('rejects such rows again until they are corrected, or their reasons are cleared', async () => {
    const source = 'Id,Name,City\n1,Nora\n2,Ned,Oslo,extra\n3,"Nora" x,Oslo\n';
    const once = await rejectAll(source);
    const problems = [
      expect.stringMatching(/^the row has 2 cells, .*correct the row, or clear its `reason`$/),
      expect.stringMatching(/^the row has 5 cells, the header 4/),
      expect.stringMatching(/^the quotes do not match: correct the row, or clear its `reason`$/),
    ];
    expect(await rowsOf(once)).toEqual(problems);
    expect(await rowsOf(await rejectAll(once))).toEqual(problems);
    const corrected = once
      .replace('1,Nora,,', '1,Nora,Rome,')
      .replace(',extra', '')
      .replace('"""Nora"" x"', 'Nora x');
    expect((await rowsOf(corrected)).map((row) => (row as string[]).slice(0, -1))).toEqual([
      ['1', 'Nora', 'Rome'],
      ['2', 'Ned', 'Oslo'],
      ['3', 'Nora x', 'Oslo'],
    ]);
    const cleared = once.replace(/"Line 2.*"/, '');
    expect((await rowsOf(cleared))[0]).toEqual(['1', 'Nora', '', '']);
  });

  it('is not mistaken for a file of a source with a column of the same name', async () => {
    const { layout } = await open("Phone,reason\n'+1 202,moved\n");
    expect(layout?.isRejects).toBe(false);
    expect(await rowsOf("Phone,reason\n'=1,moved\n")).toEqual([["'=1", 'moved']]);
  });

  it('keeps JSON Lines, which are imported without the reason', async () => {
    const rejects = await rejectAll('{"id":"1","firstName":5}\nno JSON\n');
    const [first, second] = rejects.split('\n');
    expect(first).toBe('{"reason":"Line 1: the name is too long","id":"1","firstName":5}');
    expect(JSON.parse(second ?? '')).toEqual({
      reason: expect.stringMatching(/^Line 2: the line is not valid JSON/),
      line: 'no JSON',
    });
    expect(await rowsOf(rejects)).toEqual([{ id: '1', firstName: 5 }, { line: 'no JSON' }]);
  });
});
