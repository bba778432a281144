import { describe, expect, it } from 'vitest';
import { distinctNames, idOf } from '../../../console/views/audit-log/use-known-names.ts';

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

  it('resolves a name to its id', () => {
    for (const [id, name] of names) expect(idOf(names, ` ${name} `)).toBe(id);
    expect(idOf(names, 'old')).toBe('old');
    expect(idOf(names, 'Warehouse')).toBe('Warehouse');
    expect(idOf(names, ' ')).toBeUndefined();
  });
});
