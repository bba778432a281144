import { expect, test } from 'vitest';
import { surveyColumns } from '../../../../shared/imports/reader/columns/survey-columns.ts';

async function* rowsOf(values: readonly string[]) {
  yield values.map((value, index) => ({ line: index + 2, cells: [value] }));
}

const lookOf = async (values: readonly string[], region?: 'US') =>
  (await surveyColumns(rowsOf(values), 1, region))[0]?.looksLike;

test.each([
  ['phone numbers', ['+12025550143', '+49 30 1234567']],
  ['phone numbers', ['202-555-0143', '(202) 555-0144', '202.555.0145']],
  ['phone numbers', ['030 1234567', '0151/12345678']],
  ['email addresses', ['a@nowhere.example', 'b@nowhere.example']],
  ['dates', ['31/1/2026', '1/2/2026']],
  [undefined, ['2025550143', '2025550144']],
  [undefined, ['12.3456789', '-122.4194155']],
  [undefined, ['192.168.10.10', '192.168.10.11']],
  [undefined, ['1.234.567', '12 345 678']],
  [undefined, ['12345-6789', 'lot 12-345-678', 'A-1']],
])('sees %s in %j without a region', async (look, values) => {
  expect(await lookOf(values)).toBe(look);
});

test('knows by the region whether a number is a phone number', async () => {
  expect(await lookOf(['2025550143', '2025550144'], 'US')).toBe('phone numbers');
  expect(await lookOf(['12-345-678', '12-345-679'], 'US')).toBeUndefined();
});
