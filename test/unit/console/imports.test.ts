import { describe, expect, it } from 'vitest';
import type { PreviewedColumn } from '../../../console/api/types.ts';
import { describeTotals } from '../../../console/views/imports/outcome/totals.ts';
import { choicesFor, noteText, withMapping } from '../../../console/views/imports/prepare/mappings.ts';
import { linesOfMappings, mappingsOfLines } from '../../../console/views/imports/profiles/mapping-lines.ts';
import { describeSettings } from '../../../console/views/imports/settings-text.ts';
import { contentTypeOf } from '../../../console/views/imports/upload/content-type.ts';
import { IMPORT_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import { fieldsOf, rulesOf } from '../../../shared/imports/preview/import-fields.ts';
import { contactFieldsOf } from '../../../shared/kinds/contact-details.ts';
import { PERSON } from '../../../shared/kinds/person.ts';

const column: PreviewedColumn = {
  name: 'Hotline',
  field: null,
  as: 'customField',
  note: null,
  samples: [],
  suggestedField: null,
};

const NONE = { fields: fieldsOf('people').slice(), previewed: [], chosen: '', suggestedField: null };

const othersOf = (...given: Parameters<typeof choicesFor>) => Object.fromEntries(choicesFor(...given).others);

describe('the choices for a column', () => {
  it("offers the importer's choice for a column, no import, and all fields in groups", () => {
    const { others, groups } = choicesFor('people', column, NONE);
    expect(others).toEqual([
      ['', 'Custom field'],
      ['skip', 'Do not import'],
    ]);
    expect(groups.map(([group]) => group)).toEqual(['People', 'Contact', 'Company', 'Address', 'Sales']);
    expect(groups[1]?.[1]).toContainEqual(['phones.work', 'Work phone']);
    expect(othersOf('people', { ...column, field: 'title', as: 'field' }, NONE)).toEqual({
      '': 'Job title (recognized)',
      skip: 'Do not import',
      'customFields.Hotline': 'Custom field',
    });
    expect(
      othersOf('call-lists', { ...column, as: 'skipped' }, { ...NONE, fields: [...fieldsOf('call-lists')] }),
    ).toEqual({ '': 'Do not import' });
  });

  it('asks whether a column that looks like contact details is one, and offers to hide it', () => {
    expect(othersOf('people', column, { ...NONE, suggestedField: 'phones.work' })).toEqual({
      '': 'Choose …',
      skip: 'Do not import',
      'customFields.Hotline': 'Custom field, shown to all keys',
      'customFields.phones (Hotline)': 'Custom field, hidden like contact details',
    });
    // Details of companies are shown to all keys in any case.
    expect(othersOf('companies', column, { ...NONE, suggestedField: 'phones.work' })).toEqual({
      '': 'Choose …',
      skip: 'Do not import',
      'customFields.Hotline': 'Custom field',
    });
  });

  it('hides custom fields that it says are hidden', () => {
    for (const suggestedField of ['emails', 'phones.work', 'linkedinUrl']) {
      const [path = ''] = Object.entries(othersOf('people', column, { ...NONE, suggestedField })).find(
        ([, label]) => label === 'Custom field, hidden like contact details',
      ) ?? [''];
      expect(contactFieldsOf(PERSON.fields)(path.replace('customFields.', ''))).toBe(true);
    }
  });

  it("offers the field of a profile, without guessing the column's default", () => {
    const path = 'emails.billing';
    const previewed = [{ column: 'hotline', path }];
    const choices = othersOf(
      'people',
      { ...column, field: path, as: 'field' },
      { ...NONE, previewed, chosen: path },
    );
    expect(choices).toMatchObject({ '': 'As recognized by its name', [path]: 'Email “billing”' });
  });

  it.each(IMPORT_KINDS)('names all fields of %s', (kind) => {
    const fields = fieldsOf(kind);
    expect(fields.map(({ path }) => path).toSorted()).toEqual(rulesOf(kind).paths.toSorted());
    const labels = fields.filter(({ path }) => !path.includes('<')).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('names fields in notes', () => {
    expect(noteText(NONE.fields, '`contact_id` fills `id`; stored as `phones.work (Phone (2))`')).toBe(
      'contact_id fills Id in the source; stored as phones.work (Phone (2))',
    );
  });
});

describe('mappings', () => {
  it('maps each column once, ignoring case', () => {
    const mapped = withMapping([{ column: 'hotline', path: 'title' }], 'Hotline', 'phones.work');
    expect(mapped).toEqual([{ column: 'Hotline', path: 'phones.work' }]);
    expect(withMapping(mapped, 'Hotline', '')).toEqual([]);
  });

  it('writes mappings as lines, and reads them again', () => {
    const mappings = [
      { column: 'A = B', path: 'title' },
      { column: 'Hotline', path: 'phones.work' },
    ];
    expect(mappingsOfLines(linesOfMappings(mappings))).toEqual(mappings);
    expect(mappingsOfLines('\n  Hotline  \n')).toEqual([{ column: 'Hotline', path: '' }]);
  });
});

describe('an import', () => {
  it('describes an import by its totals and its settings', () => {
    const none = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };
    const counts = {
      people: { ...none, read: 1_201, created: 1_200, rejected: 1 },
      companies: none,
      callLists: none,
      callListEntries: none,
      calls: none,
      companiesCreatedForPeople: 0,
      bansAdded: 0,
      bansLifted: 0,
      valuesEmptied: 0,
    };
    expect(describeTotals(counts)).toBe('1,200 created, 1 rejected');
    expect(describeTotals({ ...counts, people: none })).toBe('none');
    expect(describeTotals(null)).toBe('–');
    const settings = {
      mappings: [{ column: 'a', path: 'title' }],
      region: 'US',
      dateOrder: 'dmy',
      isMergingRows: false,
      isCreatingCompanies: false,
      isStrict: true,
      isKeepingBlank: false,
      isSilent: false,
      isDeletingMissing: false,
    } as const;
    expect(describeSettings(settings)).toBe(
      '1 column mapped, phone numbers of US, dates as 31/1/2026, unreadable cells reject their rows',
    );
  });

  it.each([
    ['a.CSV', 'text/csv'],
    ['a.csv.gz', 'application/gzip'],
    ['a.ndjson', 'application/x-ndjson'],
    ['a.json', 'application/json'],
    ['a', 'text/csv'],
  ])('uploads %s as %s', (name, type) => {
    expect(contentTypeOf(name)).toBe(type);
  });
});
