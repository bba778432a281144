import { describe, expect, test } from 'vitest';
import { LANGUAGES, normalizedName } from '../../../../shared/domain/readings/words.ts';
import { COMPANIES, PEOPLE } from '../../../../shared/imports/reader/records/record-kinds.ts';
import { CALL_LISTS } from '../../../../shared/imports/reader/rows/call-list-fields.ts';
import { companyId, email, importPerson, phone } from './columns/import-row.ts';

describe('recognized names', () => {
  const kinds = { person: PEOPLE, company: COMPANIES, callList: CALL_LISTS } as const;

  test('maps the names of all languages only to fields', () => {
    const unknown = LANGUAGES.flatMap(({ columns = {} }) =>
      (['person', 'company', 'callList'] as const).flatMap((kind) => {
        const paths = Object.keys({ ...columns[kind], ...(kind !== 'callList' && columns['both']) });
        return paths.filter((path) => kinds[kind].fields.ruleOf(path.replace('+', '')) === undefined);
      }),
    );
    expect(unknown).toEqual([]);
  });

  test('lists no name of a language for two fields', () => {
    for (const { columns = {} } of LANGUAGES) {
      for (const kind of ['person', 'company'] as const) {
        const names = Object.entries({ ...columns[kind], ...columns['both'] }).flatMap(([path, list]) =>
          [...new Set(list.map(normalizedName))].map((name) => [name, path.replace('+', '')] as const),
        );
        const twice = names.filter(([name, path]) =>
          names.some(([other, of]) => other === name && of !== path),
        );
        expect(twice).toEqual([]);
      }
    }
  });

  test.each(['First Name', 'FirstName', 'first_name', 'FIRST-NAME', ' First  name '])(
    'ignores case, spaces and punctuation: %s',
    (column) => {
      expect(importPerson({ [column]: 'Nora' }).record).toMatchObject({
        firstName: 'Nora',
        customFields: {},
      });
    },
  );
});

describe('columns for one field', () => {
  test.each([
    ['Associated Company IDs', 'Associated Company IDs (Primary)', 'companyId'],
    ['lead_id', 'contact_id', 'id'],
    ['Title', 'Job Title', 'title'],
    ['City', 'Mailing City', 'location.city'],
    ['Contact Owner', 'Contact Owner.id', 'ownerId'],
    ['Name', 'Full Name', 'name'],
    ['Mailing City', 'location.city', 'location.city'],
  ])('`%s` yields to `%s` in any order', (general, specific, field) => {
    const winner = { column: specific, field, as: 'field' };
    const loser = {
      column: general,
      field: null,
      as: 'customField',
      note: `\`${specific}\` fills \`${field}\``,
    };
    expect(importPerson({ [general]: 'a', [specific]: 'b' }).plan).toEqual([loser, winner]);
    expect(importPerson({ [specific]: 'b', [general]: 'a' }).plan).toEqual([winner, loser]);
  });

  test('applies columns with the same name in file order', () => {
    const { plan, record } = importPerson({ 'Job Title': 'CTO', job_title: 'Dr.' });
    expect(record).toMatchObject({ title: 'CTO', customFields: { job_title: 'Dr.' } });
    expect(plan[1]).toEqual({
      column: 'job_title',
      field: null,
      as: 'customField',
      note: '`Job Title` fills `title`',
    });
  });

  test('prefers a mapped column', () => {
    const { record, notes } = importPerson({ 'Job Title': 'Dr.', Position: 'CTO' }, 'Position=title');
    expect(record).toMatchObject({ title: 'CTO', customFields: { 'Job Title': 'Dr.' } });
    expect(notes).toEqual({ 'Job Title': '`Position` fills `title`' });
  });

  test('rejects two mapped columns for one field', () => {
    expect(() => importPerson({ A: '', B: '' }, 'A=title,B=title')).toThrow(
      'Two columns are mapped to the field "title", which takes one.',
    );
  });

  test('adds all columns to a list, most specific first', () => {
    const { record, notes } = importPerson(
      {
        'Corporate Phone': '202-555-0140',
        'Secondary Email': 'second@nowhere.example',
        Mobile: '202-555-0141',
        'Direct Phone': '202-555-0142',
        Pager: '202-555-0143',
        'Billing Email': 'billing@nowhere.example',
        Email: 'first@nowhere.example',
      },
      'Pager=phones.mobile,Billing Email=emails.billing',
    );
    expect(record).toMatchObject({
      phones: [
        phone('work', '202-555-0142'),
        phone('mobile', '202-555-0143'),
        phone('mobile', '202-555-0141'),
        phone('work', '202-555-0140'),
      ],
      emails: [
        email('first@nowhere.example'),
        email('second@nowhere.example'),
        email('billing@nowhere.example', 'billing'),
      ],
      customFields: {},
    });
    expect(notes).toEqual({});
  });

  test('prefers first and last names to a full name', () => {
    const { record } = importPerson({ Name: 'Wrong Split', FirstName: 'Ann Lee', LastName: 'Roe' });
    expect(record).toMatchObject({ firstName: 'Ann Lee', lastName: 'Roe' });
  });
});

describe('a lead', () => {
  test('reads a lead as the person in a file without contacts', () => {
    expect(importPerson({ 'Lead ID': '00Q', 'Lead Name': 'Nora' }).record).toMatchObject({
      sourceId: '00Q',
      companyId: null,
      customFields: { 'Lead Name': 'Nora' },
    });
  });

  test("reads a lead as a contact's company, if the file names it", () => {
    const row = { contact_id: 'c', lead_id: 'l', lead_name: 'Nowhere Inc.' };
    expect(importPerson(row).record).toMatchObject({ sourceId: 'c', companyId: companyId('l') });
  });
});
