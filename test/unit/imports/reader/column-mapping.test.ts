import { describe, expect, test } from 'vitest';
import { parseColumnMapping } from '../../../../shared/imports/reader/columns/column-mapping.ts';

describe('--map', () => {
  test.each([
    [
      'Security=name,Headquarters Location=location.city',
      [
        ['Security', 'name'],
        ['Headquarters Location', 'location.city'],
      ],
    ],
    ['A\\,B=name', [['A,B', 'name']]],
    ['A\\=B=name', [['A=B', 'name']]],
    ['"A, ""x"" = B"=customFields.A\\, x', [['A, "x" = B', 'customFields.A, x']]],
    [' A = name , ', [['A', 'name']]],
  ])('parses %s', (text, expected) => {
    expect(parseColumnMapping(text).map(({ column, path }) => [column, path])).toEqual(expected);
  });

  test.each(['A', 'A=', '=name', '"A=name'])('rejects %s', (text) => {
    expect(() => parseColumnMapping(text)).toThrow(/--map/);
  });
});
