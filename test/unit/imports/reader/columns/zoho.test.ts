import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

const LOCATION = {
  street: '1 Nowhere Lane',
  city: 'Springfield',
  region: 'WA',
  postalCode: '99999',
  country: 'United States',
};

test('reads a Zoho CRM export of contacts', () => {
  const { record, notes } = importPerson({
    'Record Id': 'zcrm_501',
    'Contact Owner.id': 'zcrm_1',
    'Contact Owner': 'Olga Owner',
    'Lead Source': 'Trade Show',
    'First Name': 'Nora',
    'Last Name': 'Nobody',
    'Account Name.id': 'zcrm_78',
    'Account Name': 'Nowhere Inc.',
    Email: 'nora@nowhere.example',
    Title: 'CTO',
    Department: 'Engineering',
    Phone: '202-555-0143',
    'Home Phone': '',
    'Other Phone': '202-555-0145',
    Mobile: '202-555-0144',
    'Asst Phone': '202-555-0147',
    'Created By.id': 'zcrm_1',
    'Created Time': '2024-03-01 10:22:33',
    'Modified Time': '2024-03-02 10:22:33',
    'Contact Name': 'Dr. Nora Nobody',
    'Mailing Street': '1 Nowhere Lane',
    'Mailing City': 'Springfield',
    'Mailing State': 'WA',
    'Mailing Zip': '99999',
    'Mailing Country': 'United States',
    'Other City': 'Shelbyville',
    'Email Opt Out': 'false',
    'Secondary Email': 'nora@elsewhere.example',
    'Last Activity Time': '2024-03-03 10:22:33',
    Tag: 'vip',
  });
  expect(record).toEqual(
    person('zcrm_501', {
      ownerId: 'zcrm_1',
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      companyId: companyId('zcrm_78'),
      emails: [email('nora@nowhere.example'), email('nora@elsewhere.example')],
      phones: [
        phone('work', '202-555-0143'),
        phone('mobile', '202-555-0144'),
        phone('other', '202-555-0145'),
      ],
      location: LOCATION,
      tags: ['vip'],
      createdAt: '2024-03-01T10:22:33.000Z',
      updatedAt: '2024-03-02T10:22:33.000Z',
      customFields: {
        'Contact Owner': 'Olga Owner',
        'Lead Source': 'Trade Show',
        'Account Name': 'Nowhere Inc.',
        Department: 'Engineering',
        'Asst Phone': '202-555-0147',
        'Created By.id': 'zcrm_1',
        'Other City': 'Shelbyville',
        'Email Opt Out': 'false',
        'Last Activity Time': '2024-03-03 10:22:33',
      },
    }),
  );
  expect(notes).toEqual({ 'Contact Owner': '`Contact Owner.id` fills `ownerId`' });
});

test('reads a Zoho CRM export of leads as people', () => {
  const { record, notes } = importPerson({
    'Record Id': 'zcrm_601',
    'Lead Owner.id': 'zcrm_1',
    Company: 'Nowhere Inc.',
    'First Name': 'Nora',
    'Last Name': 'Nobody',
    'Lead Name': 'Nora Nobody',
    Website: 'https://nowhere.example',
    'Address - City': 'Springfield',
    'Address - State / Province': 'WA',
    'Address - Country / Region': 'United States',
  });
  expect(record).toEqual(
    person('zcrm_601', {
      ownerId: 'zcrm_1',
      firstName: 'Nora',
      lastName: 'Nobody',
      location: { ...LOCATION, street: null, postalCode: null },
      customFields: {
        Company: 'Nowhere Inc.',
        'Lead Name': 'Nora Nobody',
        Website: 'https://nowhere.example',
      },
    }),
  );
  expect(notes).toEqual({});
});

test.each([
  [
    'plain',
    {
      'Billing Street': '1 Nowhere Lane',
      'Billing City': 'Springfield',
      'Billing State': 'WA',
      'Billing Code': '99999',
      'Billing Country': 'United States',
    },
  ],
  [
    'structured',
    {
      'Billing Address - Street Address': '1 Nowhere Lane',
      'Billing Address - City': 'Springfield',
      'Billing Address - State / Province': 'WA',
      'Billing Address - Zip / Postal Code': '99999',
      'Billing Address - Country / Region': 'United States',
    },
  ],
])('reads a Zoho CRM export of accounts with %s addresses', (_, address) => {
  const { record, notes } = importCompany({
    'Record Id': 'zcrm_78',
    'Account Owner.id': 'zcrm_1',
    'Account Owner': 'Olga Owner',
    'Account Name': 'Nowhere Inc.',
    Phone: '202-555-0150',
    Website: 'https://nowhere.example',
    'Parent Account.id': 'zcrm_77',
    Employees: '120',
    Industry: 'Music',
    'Annual Revenue': '5000000',
    'Created Time': '2024-03-01 10:22:33',
    ...address,
  });
  expect(record).toEqual(
    company('zcrm_78', {
      ownerId: 'zcrm_1',
      name: 'Nowhere Inc.',
      phones: [phone('work', '202-555-0150')],
      websiteUrl: 'https://nowhere.example',
      employeeCount: 120,
      industry: 'Music',
      annualRevenue: { amount: 5_000_000, currency: null },
      location: LOCATION,
      createdAt: '2024-03-01T10:22:33.000Z',
      customFields: { 'Account Owner': 'Olga Owner', 'Parent Account.id': 'zcrm_77' },
    }),
  );
  expect(notes).toEqual({ 'Account Owner': '`Account Owner.id` fills `ownerId`' });
});
