import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../console/parts/changed-fields.ts';

const LOADED = { name: 'Warehouse', permissions: ['person:read'], plan: 'standard', isEnabled: true };

describe('the changed fields of a form', () => {
  it('omit those that equal the loaded ones', () => {
    const typed = { ...LOADED, permissions: ['person:read'], name: 'Lake', plan: 'high-volume' };
    expect(changedFields(LOADED, typed)).toEqual({ name: 'Lake', plan: 'high-volume' });
  });

  it('include emptied ones', () => {
    expect(changedFields(LOADED, { name: '', permissions: [], plan: 'standard', isEnabled: false })).toEqual({
      name: '',
      permissions: [],
      isEnabled: false,
    });
  });

  it('ignore loaded fields that the form lacks', () => {
    expect(changedFields<{ name: string }>(LOADED, { name: 'Lake' })).toEqual({ name: 'Lake' });
  });

  it('are undefined if none differ', () => {
    expect(changedFields(LOADED, structuredClone(LOADED))).toBeUndefined();
  });
});
