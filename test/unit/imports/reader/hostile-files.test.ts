import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileKind } from '../../../../shared/imports/file-kinds.ts';
import {
  ImportInputError,
  parseColumnMapping,
} from '../../../../shared/imports/reader/columns/column-mapping.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { importFiles } from '../../../support/imports/import-files.ts';
import { withoutCounters } from '../../../support/imports/import-fixture.ts';

let engine: TestEngine;
let organizations = 0;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

interface Outcome {
  /** `line: reason` */
  readonly rejected: readonly string[];
  readonly stored: readonly Item[];
  /** The number of rows that a second import changed. */
  readonly changedAgain: number;
}

const importText = async (
  text: string | Uint8Array,
  name: string,
  { kind = 'people' as FileKind, map = '', isStrict = false } = {},
): Promise<Outcome> => {
  organizations += 1;
  const organizationId = `6f1c2d3e-0000-4000-8000-${String(organizations).padStart(12, '0')}`;
  const rejected: string[] = [];
  const importOnce = () =>
    importFiles({
      client: engine.client,
      tableName: engine.tableName,
      table: engine.table,
      organizationId,
      mappings: parseColumnMapping(map),
      isStrict,
      files: {
        [kind]: {
          name,
          async *open() {
            yield Buffer.from(text);
          },
        },
      },
      onRejectedRow: (row) => {
        // Rows must be serializable, for the file of rejected rows.
        expect(JSON.stringify(row.original)).toBeTypeOf('string');
        rejected.push(`${row.line}: ${row.reason}`);
      },
    });
  await importOnce();
  const [...first] = rejected;
  const again = await importOnce();
  const stored = withoutCounters(await engine.itemsOf(`ORG#${organizationId}`));
  return { rejected: first, stored, changedAgain: again[kind].changed + again[kind].created };
};

/** A row of JSON Lines between two valid ones. */
const between = async (row: string, kind: FileKind = 'people') => {
  const good = (id: string) => JSON.stringify({ id, name: 'Good' });
  const goodPerson = (id: string) => JSON.stringify({ id, firstName: 'Good' });
  const make = kind === 'people' ? goodPerson : good;
  return importText(`${make('a')}\n${row}\n${make('z')}\n`, 'rows.jsonl', { kind });
};

const withCustomFields = (fields: string): string => `{"id":"p","customFields":{${fields}}}`;
const tooLong = (length: number): string => 'x'.repeat(length);

describe('a row of JSON Lines is rejected by line and field, and the others are imported,', () => {
  it.each<readonly [string, string, RegExp]>([
    ['a lone surrogate', '{"id":"p","firstName":"a\\ud800"}', /^2: firstName: .*lone surrogate/],
    ['a lone surrogate in an id', '{"id":"\\udc00"}', /^2: externalIds\[0\]\.id: .*lone surrogate/],
    [
      'a lone surrogate in a phone',
      '{"id":"p","phones":[{"number":"\\ud800"}]}',
      /^2: phones\[0\]\.raw: .*lone/,
    ],
    [
      'a lone surrogate in an extension',
      '{"id":"p","phones":[{"extension":"\\ud800"}]}',
      /extension: .*lone/,
    ],
    ['a lone surrogate in a tag', '{"id":"p","tags":["\\ud800"]}', /^2: tags\[0\]: .*lone/],
    ['a lone surrogate in a custom field', withCustomFields('"x":"\\ud800"'), /^2: customFields\.x: .*lone/],
    [
      'a lone surrogate in a name',
      withCustomFields('"\\ud800":"x"'),
      /^2: customFields\..*: its name .*lone/,
    ],
    [
      'a script as an address',
      '{"id":"p","linkedinUrl":"javascript:alert(1)"}',
      /^2: linkedinUrl: .* is not an http or https address/,
    ],
    [
      'an invalid e-mail',
      '{"id":"p","emails":[{"address":"nora"}]}',
      /^2: emails: "nora" is not an email address/,
    ],
    ['a text over the limit', `{"id":"p","firstName":"${tooLong(501)}"}`, /^2: firstName: .*500/],
    [
      'a custom field over the limit',
      withCustomFields(`"x":"${tooLong(10_001)}"`),
      /customFields\.x: .*10000/,
    ],
    [
      'a name over the limit',
      withCustomFields(`"${tooLong(256)}":1`),
      /^2: customFields\.x{64}…: .*1 to 255/,
    ],
    ['an empty name', withCustomFields('"":1'), /^2: customFields\.: .*1 to 255/],
    [
      'a number that is not exactly representable',
      withCustomFields('"x":9007199254740993'),
      /x: .*9007199254740991/,
    ],
    ['a number over the limit', withCustomFields('"x":-1e20'), /^2: customFields\.x: .*9007199254740991/],
    ['a number out of range', withCustomFields('"x":1e400'), /^2: customFields\.x: .*9007199254740991/],
    ['a tiny number', withCustomFields('"x":1e-131'), /^2: customFields\.x: .*1e-130/],
    [
      'an id that is not exactly representable',
      '{"id":12345678901234567890}',
      /^2: id: must be a string, in quotes/,
    ],
    [
      'a reference that is not exactly representable',
      '{"id":"p","companyId":9007199254740993}',
      /^2: companyId: must be a string/,
    ],
    ['an object in place of a text', withCustomFields('"x":{"y":1}'), /^2: customFields\.x: must be text/],
    ['excessive nesting', withCustomFields(`"x":${'['.repeat(99_999)}${']'.repeat(99_999)}`), /^2: .*nested/],
    ['a duplicate name', '{"id":"p","title":"a","title":"b"}', /^2: "title" is given twice/],
    [
      '__proto__ in a custom field',
      withCustomFields('"__proto__":"x"'),
      /^2: "[a-zA-Z]+.__proto__" is not allowed/,
    ],
    [
      '__proto__ in a location',
      '{"id":"p","location":{"__proto__":{"city":"x"}}}',
      /^2: "[a-zA-Z]+.__proto__" is not allowed/,
    ],
    ['a byte order mark in the middle', '\uFEFF{"id":"p"}', /^2: the line is not valid JSON/],
    [
      'a line of 17 million characters',
      `{"id":"${tooLong(17e6)}"}`,
      /^2: the line is longer than .*16777216/,
    ],
  ])('rejects %s', async (_, row, reason) => {
    const { rejected, stored } = await between(row);
    expect(rejected).toEqual([expect.stringMatching(reason)]);
    expect(stored.map(({ firstName }) => firstName)).toEqual(['Good', 'Good']);
  });

  it.each<readonly [string, string, RegExp]>([
    ['a lone surrogate in its name', '{"id":"l","name":"\\ud800"}', /^2: name: .*lone/],
    ['an id that is not exactly representable', '{"id":1e20,"name":"x"}', /^2: id: must be a string/],
    ['an entry with such an id', '{"id":"a","entries":[{"id":1e20}]}', /^2: id: must be a string/],
  ])('rejects a call list with %s', async (_, row, reason) => {
    expect((await between(row, 'callLists')).rejected).toEqual([expect.stringMatching(reason)]);
  });
});

describe('a row is stored unchanged, once,', () => {
  it.each<readonly [string, string, object]>([
    ['NUL, except for that', '{"id":"p","firstName":"\\u0000a\\u0000\\u0000b"}', { firstName: 'ab' }],
    [
      'what only looks like an escaped NUL',
      '{"id":"p","firstName":"\\\\u0000\\\\\\u0000"}',
      { firstName: '\\u0000\\' },
    ],
    ['a surrogate pair', '{"id":"p","firstName":"\\ud83d\\ude00"}', { firstName: '😀' }],
    ['an escaped U+FFFD', '{"id":"p","firstName":"\\ufffd"}', { firstName: '\uFFFD' }],
    [
      'names that objects inherit',
      withCustomFields('"constructor":"x","toString":"y","valueOf":"z"'),
      { customFields: { constructor: 'x', toString: 'y', valueOf: 'z' } },
    ],
    [
      'numbers up to the limits',
      withCustomFields('"a":9007199254740991,"b":-9007199254740991,"c":1e-130,"d":0.1'),
      { customFields: { a: 9007199254740991, b: -9007199254740991, c: 1e-130, d: 0.1 } },
    ],
    ['negative zero', withCustomFields('"a":-0'), { customFields: { a: 0 } }],
    ['texts up to the limits', `{"id":"p","firstName":"${tooLong(500)}"}`, { firstName: tooLong(500) }],
  ])('stores %s', async (_, row, expected) => {
    const { rejected, stored, changedAgain } = await importText(`\uFEFF${row}\r\n`, 'rows.jsonl');
    expect(rejected).toEqual([]);
    expect(stored).toMatchObject([expected]);
    expect(changedAgain).toBe(0);
  });

  it.each<readonly [string, string, object]>([
    ['NUL, except for that', 'Record ID,First Name\r\np,\0a\0b\0\r\n', { firstName: 'ab' }],
    [
      'line breaks of both kinds',
      '\uFEFFRecord ID,Note\r\np,"one\r\ntwo\nthree"\r\n',
      { customFields: { Note: 'one\r\ntwo\nthree' } },
    ],
    ['names that objects inherit', 'Record ID,constructor\np,x\n', { customFields: { constructor: 'x' } }],
  ])('stores from CSV %s', async (_, text, expected) => {
    const { rejected, stored, changedAgain } = await importText(text, 'rows.csv');
    expect(rejected).toEqual([]);
    expect(stored).toMatchObject([expected]);
    expect(changedAgain).toBe(0);
  });
});

describe('in a strict import, a row of CSV is rejected by line and column', () => {
  it.each<readonly [string, string | Buffer, RegExp, FileKind]>([
    [
      'invalid UTF-8',
      Buffer.from('Record ID,First Name\np,\xe9\nq,b', 'latin1'),
      /^2: column "First Name": the text is not UTF-8/,
      'people',
    ],
    [
      'an amount that is not exactly representable',
      'Record ID,Annual Revenue\np,9007199254740993\nq,1',
      /^2: annualRevenue\.amount: .*9007199254740991/,
      'companies',
    ],
    [
      'an amount out of range',
      'Record ID,Annual Revenue\np,1e999\nq,1',
      /^2: annualRevenue\.amount: .*9007199254740991/,
      'companies',
    ],
    [
      'a line of 17 million characters',
      `Record ID,Note\np,${tooLong(17e6)}\nq,b`,
      /^2: the line is longer than .*16777216/,
      'people',
    ],
    [
      'a quoted cell of 17 million characters',
      `Record ID,Note\np,"${tooLong(600_000)}"\nq,b`,
      /^2: .*customFields\.Note: .*10000/,
      'people',
    ],
  ])('rejects %s', async (_, text, reason, kind) => {
    const { rejected, stored } = await importText(text, 'rows.csv', { kind, isStrict: true });
    expect(rejected).toEqual([expect.stringMatching(reason)]);
    expect(stored).toHaveLength(1);
  });
});

describe('before anything is written, a file is rejected', () => {
  it.each<readonly [string, string | Buffer, RegExp]>([
    ['that is empty', '', /rows\.csv is empty/],
    ['that contains only a byte order mark', '\uFEFF', /rows\.csv is empty/],
    ['whose lines end with CR', 'Record ID,First Name\rp,a\rq,b\r', /header, line 1, .*CR alone/],
    [
      'whose header is invalid UTF-8',
      Buffer.from('Record ID,Pr\xe9nom\np,a', 'latin1'),
      /header, line 1, .*not UTF-8/,
    ],
    ['with NUL characters and CR line ends', 'Record ID,\0Name\rp,a', /header, .*NUL/],
    ['whose header has an unclosed quote', 'Record ID,"Name\np,a', /header, .*a quote is never closed/],
    ['whose header is longer than any line', `Record ID,${tooLong(17e6)}\np,a`, /header, .*longer than/],
    ['with a million columns', `${','.repeat(999_999)}\np`, /1000000 columns \(at most 10000/],
    ['with a column named __proto__', 'Record ID,__proto__\np,a', /no column may be named "__proto__"/],
  ])('rejects a file %s before it writes', async (_, text, reason) => {
    const error = await importText(text, 'rows.csv').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportInputError);
    expect(error).toHaveProperty('message', expect.stringMatching(reason));
  });

  it('rejects a file with a column mapped to a custom field named __proto__', async () => {
    const map = 'Mood=customFields.__proto__';
    await expect(importText('Record ID,Mood\np,good', 'rows.csv', { map })).rejects.toThrow(/is not a field/);
  });
});
