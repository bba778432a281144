import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timestampOfCell } from '../../../../shared/domain/readings/dates.ts';
import { splitFullName } from '../../../../shared/domain/readings/full-name.ts';
import { callablePhone, phoneOf, phonesOf } from '../../../../shared/domain/readings/phones.ts';
import {
  amountOf,
  booleanOf,
  headcountOf,
  integerOf,
  listOfCell,
} from '../../../../shared/domain/readings/values.ts';
import { emailAddressesOf } from '../../../../shared/imports/reader/rows/record-fields.ts';
import type { Phone } from '../../../../shared/kinds/phone-fields.ts';
import { codePoint } from '../../../support/values/code-points.ts';

describe('phones', () => {
  test.each([
    ['202-555-0143', '+12025550143', null],
    ['(202) 555-0143 ext. 5', '+12025550143', '5'],
    ['+44 20 7946 0958', '+442079460958', null],
    ["'+1 202 555 0143", '+12025550143', null],
    ['tel:+12025550143', '+12025550143', null],
    ['tel:+1-202-555-0143;ext=77', '+12025550143', '77'],
    ['123-456-7890', null, null],
    ['1.20255E+10', null, null],
    ['ask for Nora', null, null],
  ])('parses %s', (raw, number, extension) => {
    expect(phoneOf(raw, 'work', { region: 'US' })).toEqual({
      number,
      type: 'work',
      extension,
      raw,
      doNotCall: false,
    });
  });

  test('parses no phone in national format without a region', () => {
    expect(phoneOf('202-555-0143', 'work', {}).number).toBeNull();
    expect(phoneOf('+1 202-555-0143', 'work', {}).number).toBe('+12025550143');
  });

  test('keeps the extensions of several links in one cell (RFC 3966)', () => {
    const numbers = phonesOf('tel:+12025550143;ext=77; tel:+12025550144;ext=5', 'work', {});
    expect(numbers.map(({ number, extension }) => [number, extension])).toEqual([
      ['+12025550143', '77'],
      ['+12025550144', '5'],
    ]);
  });

  test('splits phones in a cell, but not at a comma before an extension', () => {
    const numbers = phonesOf('202-555-0143, ext 7; 202-555-0144, +1 202 555 0145', 'home', { region: 'US' });
    expect(numbers.map(({ number, extension }) => [number, extension])).toEqual([
      ['+12025550143', '7'],
      ['+12025550144', null],
      ['+12025550145', null],
    ]);
  });

  test('never throws, and returns E.164 or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const { number } = phoneOf(text, 'other', { region: 'US' });
        expect(number === null || /^\+[1-9]\d{1,14}$/.test(number)).toBe(true);
      }),
    );
  });

  test('never adds a digit to a phone', () => {
    const tail = fc.constantFrom('.0', ',0', '.00', ',00', '.0000');
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 99_999_999 }), tail, (local, fraction) => {
        const expected = phoneOf(`+4930${local}`, 'other', {}).number;
        for (const start of ['+4930', '4930', '030 ', '+49 (0)30 ']) {
          for (const { number } of phonesOf(`${start}${local}${fraction}`, 'other', { region: 'DE' })) {
            expect([expected, null]).toContain(number);
          }
        }
      }),
    );
  });

  test('skips a number that any listing marks as do-not-call', () => {
    const [first, other] = phonesOf('+12025550143, +12025550144', 'work', {});
    const marked = { ...first, type: 'mobile', doNotCall: true };
    const record = (...phones: readonly unknown[]) => ({ doNotCall: false, phones: phones as Phone[] });
    expect(callablePhone(record(first, marked))).toBeNull();
    expect(callablePhone(record(first, marked, other))).toEqual({ number: '+12025550144', type: 'work' });
    expect(callablePhone(record({ ...first, number: null }, other))?.number).toBe('+12025550144');
  });
});

describe('names', () => {
  test.each([
    ['Nora Nobody', 'Nora', 'Nobody'],
    ['Nobody, Nora', 'Nora', 'Nobody'],
    ['Ludwig van Nobody', 'Ludwig', 'van Nobody'],
    ['Nora Lee Nobody Jr.', 'Nora Lee', 'Nobody Jr.'],
    ['Nora Nobody, PhD', 'Nora', 'Nobody, PhD'],
    ['Cher', 'Cher', null],
    ['Nora Nobody, CPA', 'Nora', 'Nobody, CPA'],
    ['Nora Nobody, MBA, PMP', 'Nora', 'Nobody, MBA, PMP'],
    ['Nora Nobody DDS', 'Nora', 'Nobody DDS'],
    ['Nora Nobody III MD', 'Nora', 'Nobody III MD'],
    ['Nora Nobody, M.D., Ph.D.', 'Nora', 'Nobody, M.D., Ph.D.'],
    ['Nora Nobody, CFP® CLU®', 'Nora', 'Nobody, CFP® CLU®'],
    ['NOBODY, Nora M., PhD', 'Nora M.', 'NOBODY, PhD'],
    ['Nobody, Nora MD', 'Nora', 'Nobody, MD'],
    ['Nobody, Jr., Nora', 'Nora', 'Nobody, Jr.'],
    ['Nobody Jr., Nora', 'Nora', 'Nobody Jr.'],
    ['NOBODY, NORA', 'NORA', 'NOBODY'],
    ['van der Nobody, Nora', 'Nora', 'van der Nobody'],
    ['Nora van der Nobody MBA', 'Nora', 'van der Nobody MBA'],
    ['Nora zu Nobody', 'Nora', 'zu Nobody'],
    ['Nora Ben Nobody', 'Nora Ben', 'Nobody'],
    ['Nora ben Nobody', 'Nora', 'ben Nobody'],
    ['Nora Ma', 'Nora', 'Ma'],
    ['NORA MA', 'NORA', 'MA'],
    ['Nora Nobody MA', 'Nora', 'Nobody MA'],
    ['Ma, Nora', 'Nora', 'Ma'],
    ['Nobody, Ma', 'Ma', 'Nobody'],
    ['Nora, MBA', 'Nora, MBA', null],
    ['Nobody,', 'Nobody', null],
    ['', null, null],
  ])('splits %s', (name, firstName, lastName) => {
    expect(splitFullName(name)).toEqual({ firstName, lastName });
  });
});

describe('lists', () => {
  test.each([
    ['"a","b, c"', ['a', 'b, c']],
    ['"a" ; b ::: "c ""d"""', ['a', 'b', 'c "d"']],
    ['a:::b|c;d,e\nf', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['["a", "b"]', ['a', 'b']],
    ["['a', 'b']", ['a', 'b']],
    ['{a,b}', ['a', 'b']],
    ['[{"name": "a"}, {"label": "b"}]', ['a', 'b']],
    ['the "big" one', ['the "big" one']],
    ['', []],
  ])('splits %s', (cell, values) => {
    expect(listOfCell(cell)).toEqual(values);
  });

  test.each([
    ['spaces', `"a"${' '.repeat(200_000)}"`],
    ['separators', `${'a:::'.repeat(50_000)}b "`],
    ['quotes', `"${'""'.repeat(100_000)} x`],
  ])('reads many %s in time', (_, cell) => {
    const start = process.cpuUsage().user;
    listOfCell(cell);
    phonesOf(cell, 'work', { region: 'US' });
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });
});

describe('cells', () => {
  test.each([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 10:22', '2024-03-01T10:22:00.000Z'],
    ['2024-03-01T10:22:33.123456+02:00', '2024-03-01T08:22:33.123Z'],
    ['2024-03-01T10:22:00.000+0000', '2024-03-01T10:22:00.000Z'],
    ['2024-03-01 10:22 UTC', '2024-03-01T10:22:00.000Z'],
    ['Mar 1, 2024 9:05 PM', '2024-03-01T21:05:00.000Z'],
    ['1 March 2024', '2024-03-01T00:00:00.000Z'],
    ['01-Sep-2024 12:00 am', '2024-09-01T00:00:00.000Z'],
    ['Sept. 1, 2024', '2024-09-01T00:00:00.000Z'],
    ['', null],
  ])('reads the timestamp %s', (cell, expected) => {
    expect(timestampOfCell('createdAt', cell)).toBe(expected);
  });

  test.each([
    '2024-02-30',
    '3/1/2024',
    'yesterday',
    '2024-03-01T25:00:00Z',
    'Mois 1, 2024',
    'Mar 1, 2024 13:05 PM',
    '1/3/24',
  ])('rejects the timestamp %s', (cell) => {
    expect(() => timestampOfCell('createdAt', cell)).toThrow(`createdAt: "${cell}"`);
  });

  test.each([
    ['1200', { amount: 1200 }],
    ['1,200.50', { amount: 1200.5 }],
    ['1.234.567,89', { amount: 1_234_567.89 }],
    ['€1.234,50', { amount: 1234.5, currency: 'EUR' }],
    ['1 200 USD', { amount: 1200, currency: 'USD' }],
    ['$31000000', { amount: 31_000_000 }],
    ['$1.2M', { amount: 1_200_000 }],
    ['1.1 million', { amount: 1_100_000 }],
    ['1.125M', { amount: 1_125_000 }],
    ['0.125', { amount: 0.125 }],
    ['1250.125', { amount: 1250.125 }],
    ['1.250.000 €', { amount: 1_250_000, currency: 'EUR' }],
    ['€2,5 Mio.', { amount: 2_500_000, currency: 'EUR' }],
    ['0,125 Mio. €', { amount: 125_000, currency: 'EUR' }],
    ['0,125', { amount: 0.125 }],
    ['1,5 Mrd. €', { amount: 1_500_000_000, currency: 'EUR' }],
    ['12,75 M€', { amount: 12_750_000, currency: 'EUR' }],
    ['250 Tsd. EUR', { amount: 250_000, currency: 'EUR' }],
    ['2500,5 millones', { amount: 2_500_500_000 }],
    ['(1,200)', { amount: -1200 }],
    ['($1.2M)', { amount: -1_200_000 }],
    ['€(5.5)', { amount: -5.5, currency: 'EUR' }],
    ['-€5', { amount: -5, currency: 'EUR' }],
    ['€-5', { amount: -5, currency: 'EUR' }],
    ['\u22125', { amount: -5 }],
    ['1.234,50-', { amount: -1234.5 }],
    ['12,34,567', { amount: 1_234_567 }],
    ['1.2k', { amount: 1200 }],
    ['US$3B', { amount: 3_000_000_000, currency: 'USD' }],
    ['', { amount: null }],
  ])('reads the amount %s', (cell, expected) => {
    expect(amountOf('annualRevenue.amount', cell)).toEqual(expected);
  });

  test.each([
    ['11-50', 11, true],
    ['1,001 – 5,000 employees', 1001, true],
    ['10,001+', 10_001, true],
    ['5K to 10K', 5000, true],
    ['1-10', 1, true],
    ['11 bis 50 Mitarbeiter', 11, true],
    ['51 à 200 salariés', 51, true],
    ['200+ employees', 200, true],
    ['75 empleados', 75, false],
    ['1.2k', 1200, false],
    ['1,2k', 1200, false],
    ['100.0', 100, false],
    ['1,200', 1200, false],
    ['2.5k', 2500, false],
    ['-5', -5, false],
    ['', null, false],
  ])('reads the headcount %s', (cell, count, isRange) => {
    expect(headcountOf('employeeCount', cell)).toEqual({ count, isRange });
  });

  test.each([
    ['a@nowhere.example, b@nowhere.example', ['a@nowhere.example', 'b@nowhere.example']],
    [
      'Nora Nobody <nora@nowhere.example>; mailto:b@nowhere.example',
      ['nora@nowhere.example', 'b@nowhere.example'],
    ],
    ['"Nobody, Nora" <nora@nowhere.example>', ['nora@nowhere.example']],
    ['', []],
    ['n/a', []],
    ['["a@nowhere.example", "b@nowhere.example"]', ['a@nowhere.example', 'b@nowhere.example']],
    ['a@nowhere.example ::: b@nowhere.example', ['a@nowhere.example', 'b@nowhere.example']],
  ])('splits the email addresses %s', (cell, addresses) => {
    expect(emailAddressesOf(cell)).toEqual(addresses);
  });

  test.each(['Nobody, Jr.@nowhere.example', 'n/a@', 'nora@', 'a@b@c'])(
    'reports %s as one malformed address',
    (cell) => {
      expect(() => emailAddressesOf(cell)).toThrow(cell);
    },
  );

  test.each([
    ['Checked', true],
    ['unchecked', false],
  ])('reads the boolean %s', (cell, expected) => {
    expect(booleanOf('doNotCall', cell)).toBe(expected);
  });

  test.each([
    '2026-01-10',
    '1950-11-01',
    '2026-01-10 00:00:00',
    '10-Jan',
    'Jan-10',
    'Nov-50',
    '1/10/2026',
    '10.01.2026',
    '2026-01',
  ])('reports the headcount %s as a date', (cell) => {
    expect(() => headcountOf('employeeCount', cell)).toThrow(`"${cell}" is a date`);
  });

  test.each(['50-11', '12 %', '10%-20%', '12.5', '1-', 'about 50'])('rejects the headcount %s', (cell) => {
    expect(() => headcountOf('employeeCount', cell)).toThrow(`"${cell}" is`);
  });

  test.each(['12 %', '5%', '$1M - $5M', '1-5 Mio. €', '10M+', '<1M', '5--', '012,500'])(
    'rejects the amount %s',
    (cell) => {
      expect(() => amountOf('annualRevenue.amount', cell)).toThrow(`"${cell}" is not an amount`);
    },
  );

  test.each([
    '250.000 €',
    '-1.250',
    '$12.500',
    '2,500 Mio. €',
    '2.500 Mio. €',
    '(2.500)',
    '$2,500M',
    '1,200k',
  ])('rejects the ambiguous amount %s', (cell) => {
    expect(() => amountOf('annualRevenue.amount', cell)).toThrow(`"${cell}" is not an amount`);
  });

  test.each(['10.000', '1.000-5.000'])('rejects the ambiguous headcount %s', (cell) => {
    expect(() => headcountOf('employeeCount', cell)).toThrow(`"${cell}" is`);
  });

  test('rejects invalid numbers and booleans by name', () => {
    expect(() => integerOf('employeeCount', '51-200')).toThrow('employeeCount: "51-200"');
    expect(() => amountOf('annualRevenue.amount', 'lots')).toThrow('lots');
    expect(() => booleanOf('doNotCall', 'maybe')).toThrow('allowed: true, false');
    expect([
      booleanOf('doNotCall', ' YES '),
      booleanOf('doNotCall', '0'),
      booleanOf('doNotCall', ''),
    ]).toEqual([true, false, null]);
  });
});
