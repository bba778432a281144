import { describe, expect, test } from 'vitest';
import { bindColumns } from '../../../../shared/imports/reader/columns/bind-columns.ts';
import { parseColumnMapping } from '../../../../shared/imports/reader/columns/column-mapping.ts';
import { columnIndex, nameColumns } from '../../../../shared/imports/reader/columns/name-columns.ts';
import { emptyCallListDraft } from '../../../../shared/imports/reader/drafts/call-list-draft.ts';
import { CALL_LISTS } from '../../../../shared/imports/reader/rows/call-list-fields.ts';
import { readCells } from '../../../../shared/imports/reader/rows/read-cells.ts';
import { context, email, importCompany, importPerson, phone } from './columns/import-row.ts';

const columnNames = (header: readonly string[]) => nameColumns(header).map(({ name }) => name);

describe('repeated names', () => {
  test.each([
    [
      ['Phone', 'Phone', ' Phone '],
      ['Phone', 'Phone (2)', 'Phone (3)'],
    ],
    [
      ['Phone', 'Phone', 'Phone (2)', 'Phone'],
      ['Phone', 'Phone (3)', 'Phone (2)', 'Phone (4)'],
    ],
    [
      ['Phone', 'phone'],
      ['Phone', 'phone'],
    ],
    [
      ['A', '', ' ', 'Column 2'],
      ['A', 'Column 2', 'Column 3', 'Column 2 (2)'],
    ],
  ])('renames %j to %j', (header, names) => {
    expect(columnNames(header)).toEqual(names);
    expect(columnNames(names)).toEqual(names);
  });

  test('turns repeated names into custom fields', () => {
    const { record, plan } = importPerson([
      ['Phone', '202-555-0143'],
      ['Phone', '202-555-0144'],
    ]);
    expect(record).toMatchObject({
      phones: [phone('work', '202-555-0143')],
      customFields: { 'phones.work (Phone (2))': '202-555-0144' },
    });
    expect(plan).toEqual([
      { column: 'Phone', field: 'phones.work', as: 'field' },
      {
        column: 'Phone (2)',
        field: null,
        as: 'customField',
        note: 'the header repeats `Phone`; stored as `phones.work (Phone (2))`',
      },
    ]);
  });

  test('recognizes no repeated name, even if the first one is a path', () => {
    const { record } = importPerson([
      ['emails.billing', 'a@nowhere.example'],
      ['emails.billing', 'b@nowhere.example'],
    ]);
    expect(record).toMatchObject({
      emails: [email('a@nowhere.example', 'billing')],
      customFields: { 'emails.billing (2)': 'b@nowhere.example' },
    });
  });

  test('maps repeated names', () => {
    const { record, plan } = importPerson(
      [
        ['Phone', '202-555-0143'],
        ['Phone', '202-555-0144'],
      ],
      'Phone (2)=phones.mobile',
    );
    expect(record).toMatchObject({
      phones: [phone('work', '202-555-0143'), phone('mobile', '202-555-0144')],
      customFields: {},
    });
    expect(plan[1]).toEqual({
      column: 'Phone (2)',
      field: 'phones.mobile',
      as: 'field',
      note: 'the header repeats `Phone`',
    });
    const names = columnNames(['Phone', 'Phone']);
    expect([columnIndex(names, 'Phone (2)'), columnIndex(names, 'Phone (3)')]).toEqual([1, -1]);
  });
});

describe('the plan', () => {
  test('states the field of each column', () => {
    const { plan } = importCompany(
      {
        Symbol: 'NWH',
        Name: 'ticker',
        Security: 'Nowhere Inc.',
        'HQ, city': 'Springfield',
        Mood: 'fine',
        '': '',
      },
      'Symbol=id,Security=name,Name=customFields.Ticker,"HQ, city"=location.city',
    );
    expect(plan).toEqual([
      { column: 'Symbol', field: 'id', as: 'field' },
      { column: 'Name', field: 'customFields.Ticker', as: 'field' },
      { column: 'Security', field: 'name', as: 'field' },
      { column: 'HQ, city', field: 'location.city', as: 'field' },
      { column: 'Mood', field: null, as: 'customField' },
      { column: 'Column 6', field: null, as: 'customField' },
    ]);
  });

  test('skips columns that are mapped to nothing', () => {
    const { record, plan } = importPerson(
      [
        ['Record ID', '1'],
        ['Job Title', 'CTO'],
        ['job_title', 'Boss'],
        ['Lead Status', 'Do not call'],
        ['skip', 'kept'],
        ['Phone', '202-555-0143'],
        ['Phone', '202-555-0144'],
      ],
      'Job Title=skip,Lead Status=skip,Phone=skip',
    );
    expect(record).toMatchObject({
      title: 'Boss',
      doNotCall: false,
      phones: [],
      // Still hidden like a phone.
      customFields: { skip: 'kept', 'phones.work (Phone (2))': '202-555-0144' },
    });
    expect(plan.filter(({ as }) => as === 'skipped')).toEqual([
      { column: 'Job Title', field: null, as: 'skipped' },
      { column: 'Lead Status', field: null, as: 'skipped' },
      { column: 'Phone', field: null, as: 'skipped' },
    ]);
  });

  test('skips call list columns that fill no field', () => {
    const columns = [
      'List ID',
      'List Name',
      'Locked',
      'Position',
      'Person Record ID',
      'Note',
      'Notes',
      'Mood',
    ];
    const { plan, cells } = bindColumns(
      { header: columns, isRejects: false },
      CALL_LISTS,
      parseColumnMapping('Notes=note'),
    );
    const reader = { ...CALL_LISTS, bound: cells, empty: emptyCallListDraft };
    const { draft } = readCells(reader, ['L1', 'First', 'yes', '3', 'P1', 'lost', 'hello', 'fine'], context);
    expect(plan.slice(4)).toEqual([
      { column: 'Person Record ID', field: 'entries.personId', as: 'field' },
      { column: 'Note', field: null, as: 'skipped', note: '`Notes` fills `entries.note`' },
      { column: 'Notes', field: 'entries.note', as: 'field' },
      { column: 'Mood', field: null, as: 'skipped' },
    ]);
    expect(draft).toMatchObject({ sourceId: 'L1', values: { name: 'First', isLocked: true } });
    expect(draft.entries).toMatchObject([
      { values: { position: 3, personId: context.idOf('person', 'crm', 'P1'), note: 'hello' } },
    ]);
  });
});
