import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

test('reads an Attio export of people', () => {
  const { record, notes } = importPerson({
    'Record ID': 'rec-1',
    Record: 'Nora Nobody',
    'Email addresses': 'nora@nowhere.example, nora@elsewhere.example',
    'Job title': 'CTO',
    'Phone numbers': '202-555-0143, 202-555-0144',
    Company: 'Nowhere Inc.',
    'Company > Record ID': 'rec-9',
    'Company > Domains': 'nowhere.example',
    'Primary location > Line 1': '1 Nowhere Lane',
    'Primary location > City': 'Springfield',
    'Primary location > Region': 'WA',
    'Primary location > Postcode': '99999',
    'Primary location > Country': 'United States',
    LinkedIn: 'https://linkedin.example/in/nora',
    'Connection strength': 'Strong',
    'Created at': '2024-03-01T10:22:33.123000000Z',
  });
  expect(record).toEqual(
    person('rec-1', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      emails: [email('nora@nowhere.example'), email('nora@elsewhere.example')],
      phones: [phone('other', '202-555-0143'), phone('other', '202-555-0144')],
      companyId: companyId('rec-9'),
      location: {
        street: '1 Nowhere Lane',
        city: 'Springfield',
        region: 'WA',
        postalCode: '99999',
        country: 'United States',
      },
      linkedinUrl: 'https://linkedin.example/in/nora',
      createdAt: '2024-03-01T10:22:33.123Z',
      customFields: {
        Company: 'Nowhere Inc.',
        'Company > Domains': 'nowhere.example',
        'Connection strength': 'Strong',
      },
    }),
  );
  expect(notes).toEqual({});
});

test('reads an Attio export of companies', () => {
  const { record, notes } = importCompany({
    'Record ID': 'rec-9',
    Record: 'Nowhere Inc.',
    Domains: 'nowhere.example',
    Description: 'Makes nothing.',
    Categories: 'Music',
    'Primary location > Locality': 'Springfield',
    'Primary location > Country': 'United States',
    'Employee range': '51-250',
    'Estimated ARR': '$1M-$10M',
    LinkedIn: 'https://linkedin.example/company/nowhere',
  });
  expect(record).toEqual(
    company('rec-9', {
      name: 'Nowhere Inc.',
      domain: 'nowhere.example',
      description: 'Makes nothing.',
      location: {
        street: null,
        city: 'Springfield',
        region: null,
        postalCode: null,
        country: 'United States',
      },
      linkedinUrl: 'https://linkedin.example/company/nowhere',
      customFields: { Categories: 'Music', 'Employee range': '51-250', 'Estimated ARR': '$1M-$10M' },
    }),
  );
  expect(notes).toEqual({});
});
