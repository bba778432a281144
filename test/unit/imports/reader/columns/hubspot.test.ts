import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

test('reads a HubSpot export of contacts', () => {
  const { record, notes } = importPerson({
    'Record ID': '501',
    'First Name': 'Nora',
    'Last Name': 'Nobody',
    Email: 'nora@nowhere.example',
    'Phone Number': '202-555-0143',
    'Mobile Phone Number': '202-555-0144',
    'Contact owner': 'Olga Owner',
    'Associated Company IDs': '77;78',
    'Associated Company IDs (Primary)': '78',
    'Associated Company': 'Nowhere Inc.;Elsewhere Ltd.',
    'Associated Company (Primary)': 'Elsewhere Ltd.',
    'Company Name': 'Elsewhere',
    'Job Title': 'CTO',
    'Street Address': '1 Nowhere Lane',
    City: 'Springfield',
    'State/Region': 'Washington',
    'Postal Code': '99999',
    'Country/Region': 'United States',
    'Time Zone': 'america_slash_los_angeles',
    'Website URL': 'https://nora.example',
    'LinkedIn URL': 'https://linkedin.example/in/nora',
    'Create Date': '2024-03-01 10:22',
    'Last Modified Date': '2024-03-02 11:00',
    'Lead Status': 'Open',
    'Fax Number': '202-555-0199',
    Birthday: '',
  });
  expect(record).toEqual(
    person('501', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      emails: [email('nora@nowhere.example')],
      phones: [phone('work', '202-555-0143'), phone('mobile', '202-555-0144')],
      companyId: companyId('78'),
      location: {
        street: '1 Nowhere Lane',
        city: 'Springfield',
        region: 'Washington',
        postalCode: '99999',
        country: 'United States',
      },
      timezone: 'America/Los_Angeles',
      websiteUrl: 'https://nora.example',
      linkedinUrl: 'https://linkedin.example/in/nora',
      ownerId: 'Olga Owner',
      createdAt: '2024-03-01T10:22:00.000Z',
      updatedAt: '2024-03-02T11:00:00.000Z',
      customFields: {
        'Associated Company IDs': '77;78',
        'Associated Company': 'Nowhere Inc.;Elsewhere Ltd.',
        'Associated Company (Primary)': 'Elsewhere Ltd.',
        'Company Name': 'Elsewhere',
        'Lead Status': 'Open',
        'Fax Number': '202-555-0199',
      },
    }),
  );
  expect(notes).toEqual({
    'Associated Company IDs': '`Associated Company IDs (Primary)` fills `companyId`',
    'Associated Company': '`Associated Company (Primary)` fills `companyName`',
    'Company Name': '`Associated Company (Primary)` fills `companyName`',
  });
});

test('reads a HubSpot export of companies', () => {
  const { record, notes } = importCompany({
    'Record ID': '78',
    'Company name': 'Elsewhere Ltd.',
    'Company Domain Name': 'elsewhere.example',
    'Website URL': 'https://www.elsewhere.example',
    'Company owner': 'Olga Owner',
    'Phone Number': '202-555-0150',
    Industry: 'COMPUTER_SOFTWARE',
    'Number of Employees': '120',
    'Annual Revenue': '5000000',
    'Street Address': '2 Elsewhere Road',
    City: 'Shelbyville',
    'State/Region': 'OR',
    'Postal Code': '97000',
    'Country/Region': 'United States',
    'LinkedIn Company Page': 'https://linkedin.example/company/elsewhere',
    Description: 'Makes nothing.',
    'About Us': 'We make nothing.',
    'Create Date': '2024-02-01 09:00',
    'Lifecycle Stage': 'Customer',
  });
  expect(record).toEqual(
    company('78', {
      name: 'Elsewhere Ltd.',
      domain: 'elsewhere.example',
      websiteUrl: 'https://www.elsewhere.example',
      ownerId: 'Olga Owner',
      phones: [phone('work', '202-555-0150')],
      industry: 'COMPUTER_SOFTWARE',
      employeeCount: 120,
      annualRevenue: { amount: 5_000_000, currency: null },
      location: {
        street: '2 Elsewhere Road',
        city: 'Shelbyville',
        region: 'OR',
        postalCode: '97000',
        country: 'United States',
      },
      linkedinUrl: 'https://linkedin.example/company/elsewhere',
      description: 'Makes nothing.',
      createdAt: '2024-02-01T09:00:00.000Z',
      customFields: { 'About Us': 'We make nothing.', 'Lifecycle Stage': 'Customer' },
    }),
  );
  expect(notes).toEqual({ 'About Us': '`Description` fills `description`' });
});
