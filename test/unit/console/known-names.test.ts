import { describe, expect, it } from 'vitest';
import { distinctNames } from '../../../console/views/audit-log/use-known-names.ts';

describe('the names in the audit log', () => {
  const names = distinctNames(
    new Map([
      ['new', 'Warehouse'],
      ['old', 'Warehouse'],
      ['other', 'Dialer'],
    ]),
  );

  it('adds the id if several have the same name', () => {
    expect([...names.values()]).toEqual(['Warehouse (new)', 'Warehouse (old)', 'Dialer']);
  });
});
