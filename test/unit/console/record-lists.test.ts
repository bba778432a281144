import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../console/parts/record-text.ts';
import { isRecordId } from '../../../console/routing/record-paths.ts';
import { addressOf, hrefOf } from '../../../console/routing/route.ts';
import { guessesOf, phonesOf } from '../../../console/views/records/lists/guess.ts';
import { sampleData } from '../../support/records/sample-data.ts';

describe('the address of a list', () => {
  it.each([
    [{}],
    [{ email: 'nora+sales@nowhere.example' }],
    [{ externalId: 'crm:a/b #1 %2F ü' }],
    [{ isLocked: 'true', sort: '-changedAt' }],
  ])('keeps the query %j in the address', (query) => {
    const href = hrefOf('organization/data/people', query);
    expect(addressOf(href)).toEqual({ path: 'organization/data/people', query });
  });

  it('reads an address with a malformed escape', () => {
    expect(addressOf('#/people?email=100%&phone').query).toEqual({ email: '100%', phone: '' });
  });

  it('distinguishes the address of a list from that of a record', () => {
    expect(isRecordId('6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11')).toBe(true);
    for (const text of [undefined, '', 'email', '6F1C1A52-7F0B-4B60-9D3E-2F4F8F0F7A11']) {
      expect(isRecordId(text)).toBe(false);
    }
  });
});

describe('a typed value', () => {
  const parametersOf = (text: string) => guessesOf(text, ['crm', 'hr']).map(({ parameter }) => parameter);

  it.each([
    ['+1 (202) 555-0143', ['phone', 'name']],
    ['0049 221/12 34.56', ['phone', 'name']],
    [' 202-555-0143 ', ['phone', 'externalId', 'name']],
    ['Nora@acme.example', ['email']],
    ['acme.example', ['domain', 'name']],
    ['P-14', ['externalId', 'name']],
    ['crm:P-14', ['externalId', 'name']],
    ['6F1C1A52-7F0B-4B60-9D3E-2F4F8F0F7A11', ['id']],
    ['Nora Müller', ['name']],
    ['x', []],
  ])('is looked up as %j', (text, expected) => {
    expect(parametersOf(text)).toEqual(expected);
  });

  it('stands for an id of each source, and for a number of each country', () => {
    expect(guessesOf('P-14', ['crm', 'hr'])[0]).toMatchObject({ values: ['crm:P-14', 'hr:P-14'] });
    expect(phonesOf('0221 123456')).toContain('+49221123456');
    expect(phonesOf('06 1234567')).toContain('+39061234567');
    expect(phonesOf('(202) 555-0143')).toContain('+12025550143');
    expect(phonesOf('202').length).toBe(0);
    expect(phonesOf('0221 123456').length).toBeLessThanOrEqual(100);
  });
});

describe('the name of a record', () => {
  const [person] = sampleData('Names').people;
  const [company] = sampleData('Names').companies;
  if (!person || !company) throw new Error('There are too few sample records.');
  const nameless = { ...person, firstName: null, lastName: null };

  it('names a person by the known fields', () => {
    expect(nameOf({ ...person, firstName: null, lastName: 'Müller' })).toBe('Müller');
    expect(nameOf(nameless)).toBe('person-0@company.example');
    expect(nameOf({ ...nameless, emails: [] })).toBe('+12025550143');
    expect(nameOf({ ...nameless, emails: [], phones: person.phones.slice(1) })).toBe('ask at the desk');
    expect(nameOf({ ...nameless, emails: [], phones: [] })).toBe(person.id);
  });

  it('names a company by the known fields', () => {
    expect(nameOf({ ...company, name: null })).toBe('company-0.example');
    expect(nameOf({ ...company, name: null, domain: null, phones: [] })).toBe(company.id);
  });
});
