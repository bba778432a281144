import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

const LOCATION = {
  street: '1 Nowhere Lane',
  city: 'Springfield',
  region: 'WA',
  postalCode: '99999',
  country: 'USA',
};

test('reads a Salesforce report of contacts', () => {
  const { record, notes } = importPerson({
    'Contact ID': '003A',
    Salutation: 'Dr.',
    'First Name': 'Nora',
    'Last Name': 'Nobody',
    Title: 'CTO',
    'Account Name': 'Nowhere Inc.',
    'Account ID': '001A',
    'Mailing Street': '1 Nowhere Lane',
    'Mailing City': 'Springfield',
    'Mailing State/Province': 'WA',
    'Mailing Zip/Postal Code': '99999',
    'Mailing Country': 'USA',
    Phone: '202-555-0143',
    Mobile: '202-555-0144',
    'Home Phone': '202-555-0145',
    'Other Phone': '202-555-0146',
    'Asst. Phone': '202-555-0147',
    Fax: '202-555-0148',
    Email: 'nora@nowhere.example',
    'Do Not Call': '1',
    'Email Opt Out': '0',
    'Contact Owner': 'Olga Owner',
    'Account Owner': 'Otto Owner',
    'Created Date': '2024-03-01',
    'Last Modified Date': '2024-03-02',
  });
  expect(record).toEqual(
    person('003A', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      companyId: companyId('001A'),
      location: LOCATION,
      phones: [
        phone('work', '202-555-0143'),
        phone('mobile', '202-555-0144'),
        phone('home', '202-555-0145'),
        phone('other', '202-555-0146'),
      ],
      emails: [email('nora@nowhere.example')],
      doNotCall: true,
      ownerId: 'Olga Owner',
      createdAt: '2024-03-01T00:00:00.000Z',
      updatedAt: '2024-03-02T00:00:00.000Z',
      customFields: {
        Salutation: 'Dr.',
        'Account Name': 'Nowhere Inc.',
        'Asst. Phone': '202-555-0147',
        Fax: '202-555-0148',
        'Email Opt Out': '0',
        'Account Owner': 'Otto Owner',
      },
    }),
  );
  expect(notes).toEqual({});
});

test('reads a Salesforce Data Loader export of contacts', () => {
  const { record, notes } = importPerson({
    Id: '003A',
    IsDeleted: 'false',
    MasterRecordId: '',
    AccountId: '001A',
    LastName: 'Nobody',
    FirstName: 'Nora',
    Name: 'Nora Nobody',
    OtherCity: 'Capital City',
    MailingStreet: '1 Nowhere Lane',
    MailingCity: 'Springfield',
    MailingState: 'WA',
    MailingPostalCode: '99999',
    MailingCountry: 'USA',
    Phone: '202-555-0143',
    MobilePhone: '202-555-0144',
    HomePhone: '',
    AssistantPhone: '202-555-0147',
    Email: 'nora@nowhere.example',
    Title: 'CTO',
    OwnerId: '005A',
    HasOptedOutOfEmail: 'true',
    HasOptedOutOfCall: 'true',
    CreatedDate: '2024-03-01T10:22:33.000Z',
    CreatedById: '005B',
    LastModifiedDate: '2024-03-02T10:22:33.000Z',
  });
  expect(record).toEqual(
    person('003A', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      companyId: companyId('001A'),
      location: LOCATION,
      phones: [phone('work', '202-555-0143'), phone('mobile', '202-555-0144')],
      emails: [email('nora@nowhere.example')],
      doNotCall: true,
      ownerId: '005A',
      createdAt: '2024-03-01T10:22:33.000Z',
      updatedAt: '2024-03-02T10:22:33.000Z',
      customFields: {
        OtherCity: 'Capital City',
        AssistantPhone: '202-555-0147',
        HasOptedOutOfEmail: 'true',
        CreatedById: '005B',
      },
    }),
  );
  expect(notes).toEqual({});
});

const ACCOUNT = company('001A', {
  name: 'Nowhere Inc.',
  websiteUrl: 'https://nowhere.example',
  industry: 'Technology',
  employeeCount: 1200,
  location: LOCATION,
  phones: [phone('work', '202-555-0150')],
});

test('reads a Salesforce report of accounts', () => {
  const { record, notes } = importCompany({
    'Account ID': '001A',
    'Account Owner': 'Otto Owner',
    'Account Name': 'Nowhere Inc.',
    'Parent Account': 'Everywhere Inc.',
    'Billing Street': '1 Nowhere Lane',
    'Billing City': 'Springfield',
    'Billing State/Province': 'WA',
    'Billing Zip/Postal Code': '99999',
    'Billing Country': 'USA',
    'Shipping City': 'Capital City',
    Phone: '202-555-0150',
    Website: 'https://nowhere.example',
    Industry: 'Technology',
    'Annual Revenue': 'USD 5,000,000',
    Employees: '1,200',
  });
  expect(record).toEqual({
    ...ACCOUNT,
    annualRevenue: { amount: 5_000_000, currency: 'USD' },
    ownerId: 'Otto Owner',
    customFields: { 'Parent Account': 'Everywhere Inc.', 'Shipping City': 'Capital City' },
  });
  expect(notes).toEqual({});
});

test('reads a Salesforce Data Loader export of accounts', () => {
  const { record, notes } = importCompany({
    Id: '001A',
    Name: 'Nowhere Inc.',
    ParentId: '001B',
    BillingStreet: '1 Nowhere Lane',
    BillingCity: 'Springfield',
    BillingState: 'WA',
    BillingPostalCode: '99999',
    BillingCountry: 'USA',
    Phone: '202-555-0150',
    Website: 'https://nowhere.example',
    Industry: 'Technology',
    AnnualRevenue: '5000000.5',
    NumberOfEmployees: '1200',
    CurrencyIsoCode: 'usd',
    OwnerId: '005B',
  });
  expect(record).toEqual({
    ...ACCOUNT,
    annualRevenue: { amount: 5_000_000.5, currency: 'USD' },
    ownerId: '005B',
    customFields: { ParentId: '001B' },
  });
  expect(notes).toEqual({});
});
