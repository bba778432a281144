import { describe, expect, it } from 'vitest';
import { isRecordId } from '../../../console/routing/record-paths.ts';
import { addressOf, hrefOf } from '../../../console/routing/route.ts';
import { compactPhone } from '../../../console/views/records/lists/compact-phone.ts';
import { companyName, personName } from '../../../console/views/records/record-names.ts';
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

describe('a typed phone number', () => {
  it.each([
    ['+1 (202) 555-0143', '+12025550143'],
    ['0049 221/12 34.56', '+49221123456'],
    [' 202-555-0143 ', '2025550143'],
    ['+49 x', '+49x'],
  ])('looks up %j as %j', (typed, compact) => {
    expect(compactPhone(typed)).toBe(compact);
  });
});

describe('the name of a record', () => {
  const [person] = sampleData('Names').people;
  const [company] = sampleData('Names').companies;
  if (!person || !company) throw new Error('There are too few sample records.');
  const nameless = { ...person, firstName: null, lastName: null };

  it('names a person by the known fields', () => {
    expect(personName({ ...person, firstName: null, lastName: 'Müller' })).toBe('Müller');
    expect(personName(nameless)).toBe('person-0@company.example');
    expect(personName({ ...nameless, emails: [] })).toBe('+12025550143');
    expect(personName({ ...nameless, emails: [], phones: person.phones.slice(1) })).toBe('ask at the desk');
    expect(personName({ ...nameless, emails: [], phones: [] })).toBe(person.id);
  });

  it('names a company by the known fields', () => {
    expect(companyName({ ...company, name: null })).toBe('company-0.example');
    expect(companyName({ ...company, name: null, domain: null })).toBe(company.id);
  });
});
