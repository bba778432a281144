import { describe, expect, it } from 'vitest';
import type { PreviewedColumn } from '../../../console/api/types.ts';
import { describeTotals } from '../../../console/views/imports/outcome/totals.ts';
import { choicesFor, withMapping } from '../../../console/views/imports/prepare/mappings.ts';
import { linesOfMappings, mappingsOfLines } from '../../../console/views/imports/profiles/mapping-lines.ts';
import { describeSettings } from '../../../console/views/imports/settings-text.ts';
import { contentTypeOf } from '../../../console/views/imports/upload/content-type.ts';

const column: PreviewedColumn = {
  name: 'Hotline',
  field: null,
  as: 'customField',
  note: null,
  samples: [],
  suggestedField: null,
};

const PATHS = ['title', 'phones.work', 'customFields.<name>'];

describe('the choices for a column', () => {
  it("offers the importer's choice for a column, then all fields with a fixed name", () => {
    expect(choicesFor(column, PATHS, [], '', false)).toEqual({
      '': 'Custom field',
      title: 'title',
      'phones.work': 'phones.work',
    });
    expect(choicesFor({ ...column, field: 'title', as: 'field' }, PATHS, [], '', false)['']).toBe(
      'title (recognized)',
    );
    expect(choicesFor({ ...column, as: 'skipped' }, PATHS, [], '', false)['']).toBe('Not imported');
  });

  it('asks whether a column that looks like contact details is one', () => {
    const choices = choicesFor(column, PATHS, [], '', true);
    expect(choices).toMatchObject({ '': 'Choose …', 'customFields.Hotline': 'Custom field' });
  });

  it("offers the field of a profile, without guessing the column's default", () => {
    const path = 'customFields.tier';
    const choices = choicesFor({ ...column, field: path }, PATHS, [{ column: 'hotline', path }], path, false);
    expect(choices).toMatchObject({ '': 'As recognized by its name', [path]: path });
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
      companiesCreatedForPeople: 0,
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
