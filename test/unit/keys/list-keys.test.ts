import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUseRecorder } from '../../../shared/keys/last-use.ts';
import { listKeys } from '../../../shared/keys/list-keys.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { readDailyUsage, readMeteredKeys } from '../../../shared/keys/usage.ts';
import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { ACTOR, createKeyFixture, HOUR, type KeyFixture } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
let fixture: KeyFixture;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(() => {
  fixture = createKeyFixture(engine);
});

/** Creates keys named 0, 1, 2, … in this order. */
const makeMany = async (count: number, ownerOf: (index: number) => string | null) => {
  for (let index = 0; index < count; index++) {
    await fixture.make({ name: String(index), ownerId: ownerOf(index) });
    const end = Date.now();
    await eventually(() => Date.now() > end);
  }
};

const walk = async (ownerId: string | undefined, limit: number): Promise<readonly (readonly string[])[]> => {
  const scope = ownerId === undefined ? fixture.scope : { ...fixture.scope, ownerId };
  const pages: string[][] = [];
  let position: string | undefined;
  do {
    const page = await listKeys(fixture.store, scope, { limit, position });
    pages.push(page.keys.map(({ name }) => name));
    position = page.next;
  } while (position !== undefined);
  return pages;
};

describe('the keys of an organization', () => {
  it('lists keys in pages, newest first, without duplicates', async () => {
    await makeMany(5, () => null);
    expect(await walk(undefined, 2)).toEqual([['4', '3'], ['2', '1'], ['0']]);
    expect(await walk(undefined, 5)).toEqual([['4', '3', '2', '1', '0']]);
  });

  it("lists only one owner's keys in that owner's scope", async () => {
    await makeMany(6, (index) => (index % 2 === 0 ? 'alice' : 'bob'));
    expect(await walk('alice', 2)).toEqual([['4', '2'], ['0']]);
    expect(await walk('carol', 2)).toEqual([[]]);
  });
});

describe('a key in the scope of another owner', () => {
  it('hides the key from every operation', async () => {
    const { apiKey } = await fixture.make({ ownerId: 'alice' });
    const bob = { ...fixture.scope, ownerId: 'bob' };
    const { store } = fixture;
    expect(await updateKey(store, bob, apiKey.id, { name: 'Mine' }, ACTOR)).toBeUndefined();
    expect(await rotateKey(store, bob, apiKey.id, 0, ACTOR)).toBeUndefined();
    expect(await revokeKey(store, bob, apiKey.id, ACTOR)).toBeUndefined();
    expect(await readMeteredKeys(store, bob, apiKey.id)).toEqual([]);
    expect(await fixture.list()).toMatchObject([{ id: apiKey.id, name: 'A key', revokedAt: null }]);
    expect(fixture.gateway.size).toBe(1);
  });

  it("keeps a rotated key in its owner's scope", async () => {
    const { apiKey } = await fixture.make({ ownerId: 'alice' });
    const rotated = await rotateKey(fixture.store, fixture.scope, apiKey.id, 0, ACTOR);
    expect(rotated?.apiKey.ownerId).toBe('alice');
    expect(await walk('alice', 10)).toEqual([['A key', 'A key']]);
  });
});

describe('usage', () => {
  it("returns API Gateway's count under the key's plan, and none for a revoked key", async () => {
    const { apiKey: used } = await fixture.make();
    const { apiKey: revoked } = await fixture.make();
    await revokeKey(fixture.store, fixture.scope, revoked.id, ACTOR);
    const keys = await readMeteredKeys(fixture.store, fixture.scope);
    const days = await readDailyUsage(fixture.store, keys, '2026-01-01', '2026-01-01');
    expect(days.get(used.id)).toEqual([{ date: '2026-01-01', requests: 7 }]);
    expect(days.get(revoked.id)).toBeNull();
  });
});

describe('the last use of a key', () => {
  it('writes the last use at most once an hour, regardless of requests', async () => {
    const { apiKey } = await fixture.make();
    let writes = 0;
    engine.client.middlewareStack.add(
      (next) => async (args) => {
        writes += 1;
        return next(args);
      },
      { step: 'initialize', name: 'count', override: true },
    );
    const failures: unknown[] = [];
    const record = createUseRecorder(createDocumentClientCalls(engine.client), engine.tableName, (error) =>
      failures.push(error),
    );
    const start = new Date('2026-11-21T10:00:00.000Z');
    const recordAt = async (minutes: number): Promise<string | null | undefined> => {
      const [key] = await fixture.list();
      if (key !== undefined) await record(key, new Date(start.getTime() + minutes * 60_000));
      const [after] = await fixture.list();
      return after?.lastUsedAt;
    };
    expect(await recordAt(0)).toBe('2026-11-21T10:00:00.000Z');
    expect(await recordAt(59)).toBe('2026-11-21T10:00:00.000Z');
    expect(await recordAt(60)).toBe('2026-11-21T11:00:00.000Z');
    // Concurrent requests all read the same old state; one of them writes.
    const late = new Date(start.getTime() + 3 * HOUR);
    await Promise.all(Array.from({ length: 5 }, () => record({ ...apiKey, lastUsedAt: null }, late)));
    expect((await fixture.list())[0]?.lastUsedAt).toBe('2026-11-21T13:00:00.000Z');
    writes = 0;
    await record({ ...apiKey, lastUsedAt: late.toISOString() }, new Date(late.getTime() + 1_000));
    expect(writes).toBe(0);
    expect(failures).toEqual([]);
  });

  it('completes the request if the last use cannot be written', async () => {
    const failures: unknown[] = [];
    const record = createUseRecorder(createDocumentClientCalls(engine.client), 'no-such-table', (error) =>
      failures.push(error),
    );
    await record({ id: 'x', lastUsedAt: null }, new Date());
    expect(failures).toHaveLength(1);
  });
});
