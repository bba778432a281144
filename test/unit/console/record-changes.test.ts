import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../console/views/records/history/changes.ts';

const text = (value: string | null) => ({ text: value });

describe('the changes of a record', () => {
  it('shows each value before and after, in the order of the record, without the dates of the change', () => {
    const data = { title: 'Chief', doNotCall: true, employeeCount: 12, updatedAt: '2', changedAt: '2' };
    const previous = { updatedAt: '1', doNotCall: false, employeeCount: null, title: '' };
    expect(changesOf({ data, previous })).toEqual([
      { kind: 'value', label: 'Title', before: text(null), after: text('Chief') },
      { kind: 'value', label: 'Do not call', before: text('no'), after: text('yes') },
      { kind: 'value', label: 'Employees', before: text(null), after: text('12') },
    ]);
  });

  it('shows which items of a list were added and removed', () => {
    const phone = { number: '+12025550143', raw: null, extension: '7', type: 'work', doNotCall: true };
    const data = {
      emails: [{ address: 'new@acme.example', type: 'work' }],
      phones: [phone],
      tags: ['a', 'b', 'c'],
      externalIds: [{ source: 'crm', id: '1' }],
    };
    const previous = {
      emails: [{ address: 'old@acme.example', type: null }],
      phones: [],
      tags: ['b', 'a'],
      externalIds: [],
    };
    expect(changesOf({ data, previous })).toEqual([
      {
        kind: 'value',
        label: 'Emails',
        before: text('old@acme.example'),
        after: text('new@acme.example work'),
      },
      { kind: 'items', label: 'Phones', added: ['+12025550143 ext. 7 work do not call'], removed: [] },
      { kind: 'items', label: 'Tags', added: ['c'], removed: [] },
      { kind: 'items', label: 'External ids', added: ['crm:1'], removed: [] },
    ]);
  });

  it('shows changed custom fields alone, in natural order', () => {
    const data = { customFields: { 'Site 10': 1, 'Site 2': 'x', tier: 'gold' } };
    const previous = { customFields: { 'Site 2': 'y', tier: 'gold', old: true } };
    expect(changesOf({ data, previous })).toEqual([
      { kind: 'value', label: 'old', before: text('yes'), after: text(null) },
      { kind: 'value', label: 'Site 2', before: text('y'), after: text('x') },
      { kind: 'value', label: 'Site 10', before: text(null), after: text('1') },
    ]);
  });

  it('names records by id and times as such', () => {
    const data = {
      companyId: 'c2',
      nextCallAt: '2026-01-31T09:00:00.000Z',
      location: null,
      status: 'do_not_call',
    };
    const location = { street: null, city: 'Köln', region: null, postalCode: '50667', country: 'DE' };
    const previous = { companyId: 'c1', nextCallAt: null, location, status: 'pending' };
    expect(changesOf({ data, previous })).toEqual([
      {
        kind: 'value',
        label: 'Company',
        before: { record: { kind: 'companies', id: 'c1' } },
        after: { record: { kind: 'companies', id: 'c2' } },
      },
      {
        kind: 'value',
        label: 'Next call at',
        before: text(null),
        after: { at: '2026-01-31T09:00:00.000Z' },
      },
      { kind: 'value', label: 'Location', before: text('50667 Köln, DE'), after: text(null) },
      { kind: 'value', label: 'Status', before: text('pending'), after: text('do not call') },
    ]);
  });
});
