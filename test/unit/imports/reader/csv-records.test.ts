import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CsvRecord,
  CsvRecords,
  detectDelimiter,
} from '../../../../shared/imports/reader/files/csv-records.ts';
import { readTextLines, type TextLine } from '../../../../shared/imports/reader/files/text-lines.ts';

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string | Uint8Array, chunkSize = 7): Promise<CsvRecord[]> => {
  const records = new CsvRecords();
  const result: CsvRecord[] = [];
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for await (const lines of readTextLines(chunks(bytes, chunkSize))) result.push(...records.push(lines));
  return [...result, ...records.end()];
};

const cellsOf = (records: readonly CsvRecord[]) =>
  records.map((record) => ('cells' in record ? record.cells : `${record.line}: ${record.problem}`));

describe('CSV records', () => {
  test('parses quoted commas, quotes and line breaks, and counts lines', async () => {
    const records = await read('\uFEFFa,b\r\n"1, one","say ""hi"""\r\n\r\n"two\r\nlines",x\r\n3,y');
    expect(records).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1, one', 'say "hi"'] },
      { line: 4, cells: ['two\r\nlines', 'x'] },
      { line: 6, cells: ['3', 'y'] },
    ]);
  });

  test.each([
    ['a,b;c,d', ','],
    ['a;b;"c,d,e,f"', ';'],
    ['a\tb\tc', '\t'],
    ['alone', ','],
  ])('detects the delimiter of %j', (header, delimiter) => {
    expect(detectDelimiter(header)).toBe(delimiter);
  });

  test('loses only the line of an unclosed quote', async () => {
    expect(cellsOf(await read('a,b\n1,"open\n2,fine\n3,fine'))).toEqual([
      ['a', 'b'],
      '2: a quote is never closed',
      ['2', 'fine'],
      ['3', 'fine'],
    ]);
  });

  test('keeps the quoted cells of lines after a stray quote', async () => {
    expect(cellsOf(await read('a,b\n1,"open\n2,"x, y"\n3,5" pipe\n4,"z"'))).toEqual([
      ['a', 'b'],
      '2: a closing quote is followed by more text',
      ['2', 'x, y'],
      '4: a quote is never closed',
      ['4', 'z'],
    ]);
  });

  test('reports text after a closing quote', async () => {
    expect(cellsOf(await read('a,b\n"1"x,2\n3,4'))).toEqual([
      ['a', 'b'],
      '2: a closing quote is followed by more text',
      ['3', '4'],
    ]);
  });

  test('loses only one line when a quote stays open beyond the maximum record', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `${index},some text`);
    const records = await read(`a,b\nx,"open\n${rows.join('\n')}`, 65_536);
    expect(records.length).toBe(60_002);
    expect(records.filter((record) => 'problem' in record).length).toBe(1);
  });

  test('decodes UTF-16 with a byte order mark', async () => {
    const bytes = Buffer.from('\uFEFFa,b\n\u00e9,2\n', 'utf16le');
    expect(cellsOf(await read(bytes, 1024))).toEqual([
      ['a', 'b'],
      ['é', '2'],
    ]);
  });

  test('truncates only the line that is too long, across any number of chunks', async () => {
    const text = `a\n${'x'.repeat(1_000)}\r\nb\n${'y'.repeat(1_000)}`;
    const lines: TextLine[] = [];
    for await (const batch of readTextLines(chunks(Buffer.from(text), 7), 20)) lines.push(...batch);
    expect(lines).toEqual([
      { number: 1, text: 'a', isCut: false, lineEnd: '\n' },
      { number: 2, text: 'x'.repeat(20), isCut: true, lineEnd: '\n' },
      { number: 3, text: 'b', isCut: false, lineEnd: '\n' },
      { number: 4, text: 'y'.repeat(20), isCut: true, lineEnd: '\n' },
    ]);
  });

  test('round-trips in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '😀', '\0') });
    const row = fc.tuple(cell, cell, cell);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
          const text = [['h', 'i', 'j'], ...rows].map((cells) => cells.map(quote).join(',')).join('\r\n');
          const [, ...read_] = cellsOf(await read(text, size));
          expect(read_).toEqual(rows);
        },
      ),
      { numRuns: 200 },
    );
  });
});
