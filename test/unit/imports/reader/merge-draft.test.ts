import { describe, expect, test } from 'vitest';
import { addTyped, emptyDraft, setPart } from '../../../../shared/imports/reader/drafts/record-draft.ts';
import { mergeDraft } from '../../../../shared/imports/reader/records/merge-draft.ts';

const work = { number: '+12025550101', type: 'work' };
const mobile = { number: '+12025550102', type: 'mobile' };

describe('merging a row into a stored record', () => {
  test('keeps fields that the row does not mention', () => {
    const draft = emptyDraft();
    draft.values['title'] = null;
    setPart(draft, 'location', 'city', 'Springfield');
    draft.customFields.set('gone', undefined);
    draft.customFields.set('new', 'x');
    const stored = {
      title: 'CTO',
      firstName: 'Nora',
      location: { street: 'Example Street 1', city: 'Shelbyville' },
      customFields: { kept: 'y', gone: 'z' },
    };
    expect(mergeDraft(draft, stored)).toMatchObject({
      title: null,
      firstName: 'Nora',
      location: { street: 'Example Street 1', city: 'Springfield' },
      customFields: { kept: 'y', new: 'x' },
    });
    expect(mergeDraft(draft, stored)['customFields']).toEqual({ kept: 'y', new: 'x' });
  });

  test('adds no custom fields to a kind without any', () => {
    const draft = emptyDraft();
    draft.customFields.set('new', 'x');
    expect(mergeDraft(draft, { title: 'CTO' })).toEqual({ title: 'CTO' });
  });

  test('replaces phones by type, in place', () => {
    const draft = emptyDraft();
    const other = { number: '+12025550103', type: 'work' };
    addTyped(draft, 'phones', 'work', [other]);
    expect(mergeDraft(draft, { phones: [work, mobile] })['phones']).toEqual([other, mobile]);
    expect(mergeDraft(draft, { phones: [mobile] })['phones']).toEqual([mobile, other]);
    expect(mergeDraft(draft, { phones: [] })['phones']).toEqual([other]);
  });

  test('keeps doNotCall of the same number, unless the row gives the whole list', () => {
    const unreadable = { number: null, type: 'work', raw: 'ask Ann', doNotCall: false };
    const phones = [{ ...work, doNotCall: false }, unreadable, { ...unreadable, raw: 'front desk' }];
    const draft = emptyDraft();
    addTyped(draft, 'phones', 'work', phones);
    const stored = {
      phones: [
        { ...work, type: 'mobile', doNotCall: true },
        { ...unreadable, doNotCall: true },
      ],
    };
    const flagsOf = (merged: Record<string, unknown>) =>
      Object.values(Object(merged['phones']).slice(-3)).map((phone) => Object(phone).doNotCall);
    expect(flagsOf(mergeDraft(draft, stored))).toEqual([true, true, false]);
    draft.typed['phones'] = { types: 'all', values: phones };
    expect(flagsOf(mergeDraft(draft, stored))).toEqual([false, false, false]);
  });

  test('removes only phones of its own type for a blank cell', () => {
    const draft = emptyDraft();
    addTyped(draft, 'phones', 'work', []);
    expect(mergeDraft(draft, { phones: [work, mobile] })['phones']).toEqual([mobile]);
  });

  test('replaces external ids by source', () => {
    const draft = emptyDraft();
    draft.externalIds.push({ source: 'crm', id: '2' });
    const stored = {
      externalIds: [
        { source: 'erp', id: '9' },
        { source: 'crm', id: '1' },
      ],
    };
    expect(mergeDraft(draft, stored)['externalIds']).toEqual([
      { source: 'erp', id: '9' },
      { source: 'crm', id: '2' },
    ]);
  });

  test('sets a revenue without an amount and a location without parts to null', () => {
    const draft = emptyDraft();
    setPart(draft, 'annualRevenue', 'amount', null);
    setPart(draft, 'annualRevenue', 'currency', 'USD');
    setPart(draft, 'location', 'city', null);
    expect(mergeDraft(draft, {})).toMatchObject({ annualRevenue: null, location: null });
  });
});
