import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ImportInputError } from '../../../../shared/imports/reader/columns/column-mapping.ts';
import { openSourceFile } from '../../../../shared/imports/reader/files/source-file.ts';

const open = (content: string | Uint8Array, name = 'people.csv') =>
  openSourceFile({
    name,
    async *open() {
      yield Buffer.from(content);
    },
  });

describe('a file that is neither CSV nor JSON Lines', () => {
  test.each<readonly [string, string | Uint8Array, RegExp]>([
    [
      'an .xlsx',
      Buffer.from('PK\x03\x04\x14\0', 'latin1'),
      /people\.csv is an Excel workbook \(\.xlsx\).*CSV UTF-8/,
    ],
    ['an .xls', Buffer.from('\xd0\xcf\x11\xe0\xa1', 'latin1'), /Excel 97-2003 workbook.*CSV UTF-8/],
    ['gzip in gzip', gzipSync(gzipSync('Record ID')), /gzip twice.*gunzip/],
    ['damaged gzip', gzipSync('Record ID\n1').subarray(0, 20), /people\.csv is a damaged .*gzip/],
    ['a PDF', '%PDF-1.7', /PDF.*as CSV/],
    ['an HTML page', '\n<!DOCTYPE html><html>', /HTML page.*as CSV/],
    ['an HTML table', '\uFEFF<html><head><meta charset="utf-8">', /HTML page/],
    ['a JSON array', '[\n  {"id": 1}\n]', /JSON array.*JSON Lines/],
  ])('rejects a file as %s, with what to do', async (_, content, message) => {
    await expect(open(content)).rejects.toThrow(message);
    await expect(open(content)).rejects.toThrow(ImportInputError);
  });

  test('distinguishes a file from CSV with a similar header', async () => {
    expect(await open('[Name],Phone\na,b')).toMatchObject({
      format: 'csv',
      layout: { header: ['[Name]', 'Phone'] },
    });
    expect(await open('PK,Name\n1,a')).toMatchObject({ format: 'csv' });
  });
});

/** Blank lines, of which gzip makes a thousandth: long ones, since reading each line takes time. */
const blankLines = (megabytes: number) => Buffer.alloc(megabytes * 1024 ** 2, `${' '.repeat(16_383)}\n`);

test('rejects a gzip file that expands to more than 100 times its size, with what to do', async () => {
  await expect(open(gzipSync(blankLines(80)))).rejects.toThrow(
    /people\.csv expands to more than 100 times its size\. Remove blank or repeated rows/,
  );
});

test('reads a gzip file that expands a lot, but to little', async () => {
  const file = await open(gzipSync(Buffer.concat([blankLines(40), Buffer.from('Record ID,Name\n1,Ann')])));
  expect(file).toMatchObject({ format: 'csv', layout: { header: ['Record ID', 'Name'] } });
});

test.each([1, 7, 1_000])('reads a gzip file like its content, in pieces of %i bytes', async (size) => {
  const compressed = gzipSync('Record ID,Name\n1,Ann\n2,Bea');
  let bytes = 0;
  const file = await openSourceFile({
    name: 'people.csv.gz',
    async *open() {
      for (let at = 0; at < compressed.length; at += size) yield compressed.subarray(at, at + size);
    },
  });
  expect(file).toMatchObject({ format: 'csv', layout: { header: ['Record ID', 'Name'] } });
  const rows = [];
  const count = (read: number) => {
    bytes += read;
  };
  for await (const batch of file.rows(count)) rows.push(...batch);
  expect(rows).toMatchObject([{ cells: ['1', 'Ann'] }, { cells: ['2', 'Bea'] }]);
  expect(bytes).toBe(compressed.length);
  expect(await openSourceFile({ name: 'people.jsonl.gz', open: file2 })).toMatchObject({
    format: 'json-lines',
  });
});

async function* file2(): AsyncGenerator<Uint8Array> {
  yield gzipSync('');
}

test('reads rows repeatedly', async () => {
  const file = await open('Record ID\n1\n2');
  for (let pass = 0; pass < 2; pass++) {
    const lines = [];
    for await (const batch of file.rows()) lines.push(...batch.map(({ line }) => line));
    expect(lines).toEqual([2, 3]);
  }
});
