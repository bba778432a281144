import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

test('reads an Outreach export of prospects', () => {
  const { record, notes } = importPerson({
    'Prospect ID': '31',
    'First Name': 'Nora',
    'Last Name': 'Nobody',
    Title: 'CTO',
    Company: 'Nowhere Inc.',
    'Account ID': '7',
    'Account Name': 'Nowhere Inc. (US)',
    Emails: 'nora@nowhere.example, nora@elsewhere.example',
    'Mobile Phones': '202-555-0144',
    'Work Phones': '202-555-0143',
    'Home Phones': '',
    'VoIP Phones': '202-555-0145',
    'Address Street': '1 Nowhere Lane',
    'Address City': 'Springfield',
    'Address State': 'WA',
    'Address Zip': '99999',
    'Address Country': 'US',
    'Time Zone': 'America/Los_Angeles',
    'LinkedIn URL': 'https://linkedin.example/in/nora',
    'Call Opted Out': 'true',
    Tags: 'vip, q1',
    Owner: 'Olga Owner',
    Stage: 'Open',
    'Created At': '2024-03-01T10:22:33.000Z',
    'Updated At': '2024-03-02T10:22:33.000Z',
  });
  expect(record).toEqual(
    person('31', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      companyId: companyId('7'),
      emails: [email('nora@nowhere.example'), email('nora@elsewhere.example')],
      phones: [
        phone('work', '202-555-0143'),
        phone('mobile', '202-555-0144'),
        phone('other', '202-555-0145'),
      ],
      location: {
        street: '1 Nowhere Lane',
        city: 'Springfield',
        region: 'WA',
        postalCode: '99999',
        country: 'US',
      },
      timezone: 'America/Los_Angeles',
      linkedinUrl: 'https://linkedin.example/in/nora',
      doNotCall: true,
      tags: ['vip', 'q1'],
      ownerId: 'Olga Owner',
      createdAt: '2024-03-01T10:22:33.000Z',
      updatedAt: '2024-03-02T10:22:33.000Z',
      customFields: { Company: 'Nowhere Inc.', 'Account Name': 'Nowhere Inc. (US)', Stage: 'Open' },
    }),
  );
  expect(notes).toEqual({ Company: '`Account Name` fills `companyName`' });
});

test('reads an Outreach export of accounts', () => {
  const { record, notes } = importCompany({
    'Account ID': '7',
    Name: 'Nowhere Inc. (US)',
    'Natural Name': 'Nowhere',
    Domain: 'nowhere.example',
    'Website URL': 'https://nowhere.example',
    'LinkedIn URL': 'https://linkedin.example/company/nowhere',
    Industry: 'Music',
    'Number of Employees': '120',
    Locality: 'Greater Springfield',
    Description: 'Makes nothing.',
    Owner: 'Olga Owner',
    Tags: 'target',
    'Created At': '2024-03-01T10:22:33.000Z',
  });
  expect(record).toEqual(
    company('7', {
      name: 'Nowhere Inc. (US)',
      domain: 'nowhere.example',
      websiteUrl: 'https://nowhere.example',
      linkedinUrl: 'https://linkedin.example/company/nowhere',
      industry: 'Music',
      employeeCount: 120,
      description: 'Makes nothing.',
      ownerId: 'Olga Owner',
      tags: ['target'],
      createdAt: '2024-03-01T10:22:33.000Z',
      customFields: { 'Natural Name': 'Nowhere', Locality: 'Greater Springfield' },
    }),
  );
  expect(notes).toEqual({});
});
