import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, booleanOf, integerOf, timestampOfCell } from '../../../shared/importing/cell-values.ts';
import { splitFullName } from '../../../shared/importing/full-name.ts';
import { phoneOf, phonesOf } from '../../../shared/importing/phone-numbers.ts';

describe('phones', () => {
  test.each([
    ['202-555-0143', '+12025550143', null],
    ['(202) 555-0143 ext. 5', '+12025550143', '5'],
    ['+44 20 7946 0958', '+442079460958', null],
    ["'+1 202 555 0143", '+12025550143', null],
    ['tel:+12025550143', '+12025550143', null],
    ['123-456-7890', null, null],
    ['1.20255E+10', null, null],
    ['ask for Nora', null, null],
  ])('%s', (raw, number, extension) => {
    expect(phoneOf(raw, 'work', 'US')).toEqual({ number, type: 'work', extension, raw, doNotCall: false });
  });

  test('in national format are not guessed without a region', () => {
    expect(phoneOf('202-555-0143', 'work', undefined).number).toBeNull();
    expect(phoneOf('+1 202-555-0143', 'work', undefined).number).toBe('+12025550143');
  });

  test('several in one cell; a comma before an extension separates nothing', () => {
    const numbers = phonesOf('202-555-0143, ext 7; 202-555-0144, +1 202 555 0145', 'home', 'US');
    expect(numbers.map(({ number, extension }) => [number, extension])).toEqual([
      ['+12025550143', '7'],
      ['+12025550144', null],
      ['+12025550145', null],
    ]);
  });

  test('never throw, and are E.164 or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { number } = phoneOf(text, 'other', 'US');
        expect(number === null || /^\+[1-9]\d{1,14}$/.test(number)).toBe(true);
      }),
    );
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
    ['', null, null],
  ])('%s', (name, firstName, lastName) => {
    expect(splitFullName(name)).toEqual({ firstName, lastName });
  });
});

describe('cells', () => {
  test.each([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 10:22', '2024-03-01T10:22:00.000Z'],
    ['2024-03-01T10:22:33.123456+02:00', '2024-03-01T08:22:33.123Z'],
    ['2024-03-01T10:22:00.000+0000', '2024-03-01T10:22:00.000Z'],
    ['', null],
  ])('timestamp %s', (cell, expected) => {
    expect(timestampOfCell('createdAt', cell)).toBe(expected);
  });

  test.each(['2024-02-30', '3/1/2024', 'yesterday', '2024-03-01T25:00:00Z'])('no timestamp: %s', (cell) => {
    expect(() => timestampOfCell('createdAt', cell)).toThrow(`createdAt: "${cell}"`);
  });

  test.each([
    ['1200', { amount: 1200 }],
    ['1,200.50', { amount: 1200.5 }],
    ['1.234.567,89', { amount: 1_234_567.89 }],
    ['€1.234,50', { amount: 1234.5, currency: 'EUR' }],
    ['1 200 USD', { amount: 1200, currency: 'USD' }],
    ['$31000000', { amount: 31_000_000 }],
    ['', { amount: null }],
  ])('amount %s', (cell, expected) => {
    expect(amountOf('annualRevenue.amount', cell)).toEqual(expected);
  });

  test('what is no number or truth value is refused by name', () => {
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
