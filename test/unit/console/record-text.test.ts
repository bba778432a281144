import { describe, expect, it } from 'vitest';
import { durationText, nameOf, phoneText, textOf } from '../../../console/parts/record-text.ts';

describe('the annual revenue of a company', () => {
  it.each([
    [{ amount: 12_500_000, currency: 'EUR' }, '12,500,000 EUR'],
    [{ amount: 12_500_000, currency: null }, '12,500,000'],
    [{ amount: 0, currency: null }, '0'],
    [null, null],
  ])('shows %j as %j', (revenue, text) => {
    expect(textOf(revenue)).toBe(text);
  });
});

describe('a phone number', () => {
  it.each([
    [{ number: '+12025550143', raw: '202 555 0143', extension: '12' }, '+12025550143 ext. 12'],
    [{ number: null, raw: '555-0143', extension: null }, '555-0143'],
    [{ number: null, raw: null, extension: '12' }, 'ext. 12'],
    [{ number: null, raw: null, extension: null }, ''],
  ])('shows %j as %j', (phone, text) => {
    expect(phoneText(phone)).toBe(text);
  });
});

describe('a location', () => {
  const nowhere = { street: null, postalCode: null, city: null, region: null, country: null };

  it.each([
    [
      { street: 'Am Hof 1', postalCode: '50667', city: 'Köln', region: null, country: 'DE' },
      'Am Hof 1, 50667 Köln, DE',
    ],
    [{ ...nowhere, postalCode: '50667' }, '50667'],
    [nowhere, null],
    [null, null],
  ])('shows %j as %j', (location, text) => {
    expect(textOf(location)).toBe(text);
  });
});

describe('the duration of a call', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [3_725, '62 min 5 s'],
  ])('shows %j seconds as %j', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe('a name with characters that change the direction of text', () => {
  it.each([
    ['Ann \u202egnp', '\u2068Ann \u202egnp Lee\u2069'],
    ['דנה', '\u2068דנה Lee\u2069'],
    ['Zoë', 'Zoë Lee'],
  ])('is isolated if necessary (%j)', (firstName, name) => {
    expect(nameOf({ id: '1', firstName, lastName: 'Lee' })).toBe(name);
  });
});
