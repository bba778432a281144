import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../console/parts/changed-fields.ts';

const LOADED = { name: 'Warehouse', permissions: ['person:read'], plan: 'standard', isEnabled: true };

describe('the changed fields of a form', () => {
  it('omits fields equal to the loaded ones', () => {
    const typed = { ...LOADED, permissions: ['person:read'], name: 'Lake', plan: 'high-volume' };
    expect(changedFields(LOADED, typed)).toEqual({ name: 'Lake', plan: 'high-volume' });
  });

  it('includes emptied fields', () => {
    expect(changedFields(LOADED, { name: '', permissions: [], plan: 'standard', isEnabled: false })).toEqual({
      name: '',
      permissions: [],
      isEnabled: false,
    });
  });

  it('ignores loaded fields that the form lacks', () => {
    expect(changedFields<{ name: string }>(LOADED, { name: 'Lake' })).toEqual({ name: 'Lake' });
  });

  it('returns undefined if no field differs', () => {
    expect(changedFields(LOADED, structuredClone(LOADED))).toBeUndefined();
  });
});
