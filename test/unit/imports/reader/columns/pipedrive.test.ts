import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

test('reads a Pipedrive export of people', () => {
  const { record, notes } = importPerson({
    'Person - ID': '9',
    'Person - Name': 'Ludwig van Nobody',
    'Person - First name': 'Ludwig',
    'Person - Last name': 'van Nobody',
    'Person - Labels': 'Hot lead, Customer',
    'Person - Organization': 'Nowhere Inc.',
    'Person - Organization ID': '4',
    'Person - Phone - Mobile': '202-555-0144',
    'Person - Phone - Work': '202-555-0143',
    'Person - Email - Work': 'a@nowhere.example, b@nowhere.example',
    'Person - Email - Home': 'ludwig@home.example',
    'Person - Job title': 'Composer',
    'Person - Postal address': '1 Nowhere Lane, Springfield',
    'Person - City/town/village/locality of Postal address': 'Springfield',
    'Person - Country of Postal address': 'United States',
    'Person - Owner': 'Olga Owner',
    'Person - Person created': '2024-03-01 10:22:33',
    'Person - Update time': '2024-03-02 10:22:33',
    'Person - Open deals': '2',
    'Organization - Name': 'Nowhere Inc.',
    'Organization - Address': '9 Company Road, Shelbyville',
  });
  expect(record).toEqual(
    person('9', {
      firstName: 'Ludwig',
      lastName: 'van Nobody',
      title: 'Composer',
      tags: ['Hot lead', 'Customer'],
      companyId: companyId('4'),
      phones: [phone('work', '202-555-0143'), phone('mobile', '202-555-0144')],
      emails: [
        email('a@nowhere.example', 'work'),
        email('b@nowhere.example', 'work'),
        email('ludwig@home.example', 'home'),
      ],
      location: {
        street: '1 Nowhere Lane, Springfield',
        city: 'Springfield',
        region: null,
        postalCode: null,
        country: 'United States',
      },
      ownerId: 'Olga Owner',
      createdAt: '2024-03-01T10:22:33.000Z',
      updatedAt: '2024-03-02T10:22:33.000Z',
      customFields: {
        'Person - Organization': 'Nowhere Inc.',
        'Person - Open deals': '2',
        'Organization - Name': 'Nowhere Inc.',
        'Organization - Address': '9 Company Road, Shelbyville',
      },
    }),
  );
  expect(notes).toEqual({ 'Organization - Name': '`Person - Organization` fills `companyName`' });
});

test('reads a Pipedrive export of organizations', () => {
  const { record, notes } = importCompany({
    'Organization - ID': '4',
    'Organization - Name': 'Nowhere Inc.',
    'Organization - Label': 'Customer',
    'Organization - Address': '1 Nowhere Lane, Springfield, WA 99999, USA',
    'Organization - House number of Address': '1',
    'Organization - Street/road name of Address': 'Nowhere Lane',
    'Organization - City/town/village/locality of Address': 'Springfield',
    'Organization - State/county of Address': 'Washington',
    'Organization - Region of Address': 'Nowhere County',
    'Organization - ZIP/Postal code of Address': '99999',
    'Organization - Country of Address': 'United States',
    'Organization - Website': 'https://nowhere.example',
    'Organization - LinkedIn profile': 'https://linkedin.example/company/nowhere',
    'Organization - Industry': 'Music',
    'Organization - Annual revenue': '5000000',
    'Organization - Currency of Annual revenue': 'EUR',
    'Organization - Number of employees': '12',
    'Organization - Owner': 'Olga Owner',
    'Organization - Organization created': '2024-02-01 09:00:00',
    'Organization - Update time': '2024-02-02 09:00:00',
  });
  expect(record).toEqual(
    company('4', {
      name: 'Nowhere Inc.',
      tags: ['Customer'],
      location: {
        street: '1 Nowhere Lane, Springfield, WA 99999, USA',
        city: 'Springfield',
        region: 'Washington',
        postalCode: '99999',
        country: 'United States',
      },
      websiteUrl: 'https://nowhere.example',
      linkedinUrl: 'https://linkedin.example/company/nowhere',
      industry: 'Music',
      annualRevenue: { amount: 5_000_000, currency: 'EUR' },
      employeeCount: 12,
      ownerId: 'Olga Owner',
      createdAt: '2024-02-01T09:00:00.000Z',
      updatedAt: '2024-02-02T09:00:00.000Z',
      customFields: {
        'Organization - House number of Address': '1',
        'Organization - Street/road name of Address': 'Nowhere Lane',
        'Organization - Region of Address': 'Nowhere County',
      },
    }),
  );
  expect(notes).toEqual({
    'Organization - Street/road name of Address': '`Organization - Address` fills `location.street`',
    'Organization - Region of Address': '`Organization - State/county of Address` fills `location.region`',
  });
});

test('reads a Pipedrive export of organizations without prefixes', () => {
  const { record } = importCompany({
    ID: '4',
    Name: 'Nowhere Inc.',
    'Street/road name of Company Address': 'Nowhere Lane',
    'Full/combined address of Company Address': '1 Nowhere Lane, Springfield',
    'City/town/village/locality of Company Address': 'Springfield',
    'Organization created': '2024-02-01 09:00:00',
  });
  expect(record).toEqual(
    company('4', {
      name: 'Nowhere Inc.',
      location: {
        street: '1 Nowhere Lane, Springfield',
        city: 'Springfield',
        region: null,
        postalCode: null,
        country: null,
      },
      createdAt: '2024-02-01T09:00:00.000Z',
      customFields: { 'Street/road name of Company Address': 'Nowhere Lane' },
    }),
  );
});
