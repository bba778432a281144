import { beforeEach, describe, expect, it } from 'vitest';
import { findKeys, type KeySearch } from '../../../shared/keys/find-keys.ts';
import { createUseRecorder } from '../../../shared/keys/last-use.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { eventually } from '../../support/eventually.ts';
import { ACTOR, createKeyFixture, type KeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();
let fixture: KeyFixture;

beforeEach(() => {
  fixture = createKeyFixture(engine);
});

const ANY: KeySearch = {
  search: undefined,
  states: new Set(),
  order: '-createdAt',
  limit: 100,
  position: undefined,
};

const find = async (search: Partial<KeySearch>, ownerId?: string) => {
  const scope = ownerId === undefined ? fixture.scope : { ...fixture.scope, ownerId };
  return findKeys(fixture.store, scope, { ...ANY, ...search }, new Date().toISOString());
};

const namesOf = async (search: Partial<KeySearch>, ownerId?: string): Promise<readonly string[]> =>
  (await find(search, ownerId)).items.map(({ name }) => name);

const make = async (
  name: string,
  options: { readonly ownerId?: string; readonly expiresAt?: string } = {},
) => {
  const { apiKey } = await fixture.make({ name, ...options });
  // Creation times differ.
  const end = Date.now();
  await eventually(() => Date.now() > end);
  return apiKey;
};

describe('the search for keys', () => {
  it('finds active keys behind any number of revoked ones, and counts them', async () => {
    for (const name of ['Old', 'Older']) await make(name);
    for (let index = 0; index < 6; index++) {
      await revokeKey(fixture.store, fixture.scope, (await make(`Gone ${index}`)).id, ACTOR);
    }
    const { items, totalCount, next } = await find({ states: new Set(['active']), limit: 2 });
    expect([items.map(({ name }) => name), totalCount, next]).toEqual([['Older', 'Old'], 2, undefined]);
    expect((await find({ states: new Set(['revoked', 'expired']) })).totalCount).toBe(6);
    expect((await find({})).totalCount).toBe(8);
  });

  it('finds a part of a name in any case and with or without accents', async () => {
    for (const name of ['Café Warehouse', 'CRM', 'warehouse (old)']) await make(name);
    expect(await namesOf({ search: 'WAREhouse' })).toEqual(['warehouse (old)', 'Café Warehouse']);
    expect(await namesOf({ search: 'cafe' })).toEqual(['Café Warehouse']);
    expect(await namesOf({ search: 'nothing' })).toEqual([]);
  });

  it('finds a key by the start of its id, as a UUID or as in the key', async () => {
    const { id } = await make('By id');
    await make('Other');
    const compact = id.replaceAll('-', '');
    for (const search of [id, id.toUpperCase(), compact, `sd_live_${compact}`, id.slice(0, 12)]) {
      expect(await namesOf({ search })).toEqual(['By id']);
    }
    expect(await namesOf({ search: id.slice(0, 3) })).toEqual([]);
  });

  it('orders by name, last use and expiry, with keys that never expire last', async () => {
    const [late, never, early] = [
      await make('b', { expiresAt: '2999-01-02T00:00:00.000Z' }),
      await make('C'),
      await make('á', { expiresAt: '2999-01-01T00:00:00.000Z' }),
    ];
    const record = createUseRecorder(createDocumentClientCalls(engine.client), engine.tableName, () => {});
    await record(never, new Date('2026-01-01T00:00:00.000Z'));
    await record(early, new Date('2026-01-02T00:00:00.000Z'));
    expect(late.expiresAt).not.toBeNull();
    expect(await namesOf({ order: 'name' })).toEqual(['á', 'b', 'C']);
    expect(await namesOf({ order: '-name' })).toEqual(['C', 'b', 'á']);
    expect(await namesOf({ order: '-lastUsedAt' })).toEqual(['á', 'C', 'b']);
    expect(await namesOf({ order: 'expiresAt' })).toEqual(['á', 'b', 'C']);
    expect(await namesOf({ order: 'createdAt' })).toEqual(['b', 'C', 'á']);
  });

  it('lists all keys in pages of any size, in each order', async () => {
    for (let index = 0; index < 5; index++) await make(index % 2 === 0 ? 'same' : `key ${index}`);
    for (const order of ['name', '-name', 'createdAt', '-lastUsedAt'] as const) {
      const all = (await find({ order })).items.map(({ id }) => id);
      const walked: string[] = [];
      let position: string | undefined;
      do {
        const page = await find({ order, limit: 2, position });
        walked.push(...page.items.map(({ id }) => id));
        position = page.next;
      } while (position !== undefined);
      expect(walked).toEqual(all);
    }
  });

  it('cuts no character of a long name in a position, which a cursor would not return', async () => {
    for (const end of ['a', 'b']) await make(`${'x'.repeat(59)}😀${end}`);
    expect((await find({ order: 'name', limit: 1 })).next?.isWellFormed()).toBe(true);
  });

  it('stays within the scope', async () => {
    await make('Shared name', { ownerId: 'alice' });
    await make('Shared name', { ownerId: 'bob' });
    const other = createKeyFixture(engine);
    await other.make({ name: 'Shared name' });
    expect(await namesOf({ search: 'shared' })).toHaveLength(2);
    expect(await namesOf({ search: 'shared' }, 'alice')).toHaveLength(1);
    expect(await namesOf({ search: 'shared' }, 'carol')).toEqual([]);
  });
});
