import { describe, expect, test } from 'vitest';
import { bindColumns, type ColumnScheme } from '../../../shared/importing/bind-columns.ts';
import { emptyCallListDraft } from '../../../shared/importing/call-list-draft.ts';
import { CALL_LIST_SCHEME } from '../../../shared/importing/call-list-fields.ts';
import { parseColumnMapping } from '../../../shared/importing/column-mapping.ts';
import type { RowContext } from '../../../shared/importing/field-rules.ts';
import { createIdMaker } from '../../../shared/importing/import-ids.ts';
import { mergeDraft } from '../../../shared/importing/merge-draft.ts';
import { emptyDraft, type RecordDraft } from '../../../shared/importing/record-draft.ts';
import { COMPANIES, PEOPLE } from '../../../shared/importing/record-kinds.ts';

const context: RowContext = {
  idOf: createIdMaker('6f1c2d3e-0000-4000-8000-000000000001'),
  source: 'crm',
  region: 'US',
};

const apply = (
  scheme: ColumnScheme<RecordDraft>,
  row: Readonly<Record<string, string>>,
  mapping = '',
): RecordDraft => {
  const draft = emptyDraft();
  bindColumns(Object.keys(row), scheme, parseColumnMapping(mapping)).apply(
    draft,
    Object.values(row),
    context,
  );
  return draft;
};

const person = (row: Readonly<Record<string, string>>, mapping?: string) => {
  const draft = apply(PEOPLE.scheme, row, mapping);
  PEOPLE.complete(draft);
  return { sourceId: draft.sourceId, ...mergeDraft(draft, PEOPLE.empty) };
};

const company = (row: Readonly<Record<string, string>>, mapping?: string) => {
  const draft = apply(COMPANIES.scheme, row, mapping);
  return { sourceId: draft.sourceId, ...mergeDraft(draft, COMPANIES.empty) };
};

describe('column names', () => {
  test('of a HubSpot export of contacts', () => {
    expect(
      person({
        'Record ID': '501',
        'First Name': 'Nora',
        'Last Name': 'Nobody',
        'Job Title': 'CTO',
        Email: 'nora@nowhere.example',
        'Phone Number': '(202) 555-0143',
        'Mobile Phone Number': '+44 20 7946 0958',
        'Associated Company IDs': '77;78',
        'State/Region': 'WA',
        'Time Zone': 'america_slash_los_angeles',
        'Contact owner': 'Olga',
        'Create Date': '2024-03-01 10:22',
        'Lead Status': 'Open',
        Birthday: '',
      }),
    ).toMatchObject({
      sourceId: '501',
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      emails: [{ address: 'nora@nowhere.example', type: null }],
      phones: [
        { number: '+12025550143', type: 'work', raw: '(202) 555-0143' },
        { number: '+442079460958', type: 'mobile' },
      ],
      companyId: context.idOf('company', 'crm', '77'),
      location: { street: null, city: null, region: 'WA', postalCode: null, country: null },
      timezone: 'America/Los_Angeles',
      ownerId: 'Olga',
      createdAt: '2024-03-01T10:22:00.000Z',
      customFields: { 'Lead Status': 'Open', 'Associated Company IDs': '77;78' },
    });
  });

  test('of a Pipedrive export of people', () => {
    expect(
      person({
        'Person - ID': '9',
        'Person - Name': 'Ludwig van Nobody',
        'Person - Email - Work': 'a@nowhere.example, b@nowhere.example',
        'Person - Phone - Mobile': '+12025550143',
        'Organization - ID': '4',
        'Organization - Name': 'Nowhere Inc.',
      }),
    ).toMatchObject({
      sourceId: '9',
      firstName: 'Ludwig',
      lastName: 'van Nobody',
      emails: [
        { address: 'a@nowhere.example', type: 'work' },
        { address: 'b@nowhere.example', type: 'work' },
      ],
      phones: [{ number: '+12025550143', type: 'mobile' }],
      companyId: context.idOf('company', 'crm', '4'),
      customFields: { 'Organization - Name': 'Nowhere Inc.' },
    });
  });

  test('of a Salesforce export of accounts', () => {
    expect(
      company({
        Id: '001A',
        Name: 'Nowhere Inc.',
        Website: 'https://nowhere.example',
        NumberOfEmployees: '1,200',
        AnnualRevenue: '$5,000,000.50',
        CurrencyIsoCode: 'usd',
        BillingCity: 'Springfield',
        Phone: '202-555-0143',
        OwnerId: '005B',
      }),
    ).toMatchObject({
      sourceId: '001A',
      name: 'Nowhere Inc.',
      websiteUrl: 'https://nowhere.example',
      employeeCount: 1200,
      annualRevenue: { amount: 5_000_000.5, currency: 'USD' },
      location: { city: 'Springfield' },
      phones: [{ number: '+12025550143', type: 'work' }],
      ownerId: '005B',
    });
  });

  test('of Salesforce contacts: their own first and last name win over the full one', () => {
    const merged = person({ Name: 'Wrong Split', FirstName: 'Ann Lee', LastName: 'Roe' });
    expect(merged).toMatchObject({ firstName: 'Ann Lee', lastName: 'Roe' });
  });

  test('are mapped by --map, whatever they would be recognised as', () => {
    expect(
      company(
        { Symbol: 'NWH', Name: 'ticker', Security: 'Nowhere Inc.', 'HQ, city': 'Springfield' },
        'Symbol=id,Security=name,Name=customFields.Ticker,"HQ, city"=location.city',
      ),
    ).toMatchObject({
      sourceId: 'NWH',
      name: 'Nowhere Inc.',
      location: { city: 'Springfield' },
      customFields: { Ticker: 'ticker' },
    });
  });

  test('that come twice for one field: the second is a custom field', () => {
    expect(person({ 'Job Title': 'CTO', Title: 'Dr.' })).toMatchObject({
      title: 'CTO',
      customFields: { Title: 'Dr.' },
    });
  });

  test('of call lists; others are left out and named', () => {
    const columns = ['List ID', 'List Name', 'Locked', 'Position', 'Person Record ID', 'Note', 'Mood'];
    const bound = bindColumns(columns, CALL_LIST_SCHEME, []);
    const draft = emptyCallListDraft();
    bound.apply(draft, ['L1', 'First', 'yes', '3', 'P1', 'hello', 'fine'], context);
    expect(bound.ignored).toEqual(['Mood']);
    expect(draft).toMatchObject({ sourceId: 'L1', name: 'First', isLocked: true });
    expect(draft.entries).toMatchObject([
      { values: { position: 3, personId: context.idOf('person', 'crm', 'P1'), note: 'hello' } },
    ]);
  });
});

describe('--map', () => {
  test.each([
    [
      'Security=name,Headquarters Location=location.city',
      [
        ['Security', 'name'],
        ['Headquarters Location', 'location.city'],
      ],
    ],
    ['A\\,B=name', [['A,B', 'name']]],
    ['A\\=B=name', [['A=B', 'name']]],
    ['"A, ""x"" = B"=customFields.A\\, x', [['A, "x" = B', 'customFields.A, x']]],
    [' A = name , ', [['A', 'name']]],
  ])('%s', (text, expected) => {
    expect(parseColumnMapping(text).map(({ column, path }) => [column, path])).toEqual(expected);
  });

  test.each(['A', 'A=', '=name', '"A=name'])('%s is refused', (text) => {
    expect(() => parseColumnMapping(text)).toThrow(/--map/);
  });
});
