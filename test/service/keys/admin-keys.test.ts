import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  type KeyDocument,
  listKeysAs,
  newOrganization,
} from '../../support/organizations/admin.ts';
import { callOnce, service } from '../../support/service/service.ts';

const { admin: adminUser } = await newOrganization();

const rotate = (id: string, graceSeconds: number) =>
  admin(`/api-keys/${id}/rotate`, { as: adminUser, method: 'POST', body: { graceSeconds } });
const patch = (id: string, body: unknown) =>
  admin(`/api-keys/${id}`, { as: adminUser, method: 'PATCH', body });
const revoke = (id: string) => admin(`/api-keys/${id}`, { as: adminUser, method: 'DELETE' });
const statusWith = async (key: string): Promise<number> =>
  (await callOnce('/v1/call-list?limit=1', { key })).status;

describeAdmin('a new key', () => {
  it('shows the full key once, and accepts it', async () => {
    const body = {
      name: '  Data warehouse ',
      permissions: PERMISSIONS,
      expiresAt: '2099-01-31T01:00:00+01:00',
    };
    const made = await createKeyAs(adminUser, body);
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Data warehouse',
      kind: 'key',
      client: null,
      permissions: [...PERMISSIONS],
      plan: 'standard',
      allowedAddresses: null,
      importSource: null,
      state: 'active',
      hint: `sd_live_…${made.key.slice(-4)}`,
      ownerId: adminUser.userId,
      createdAt: expect.any(String),
      createdBy: adminUser.email,
      grantedBy: adminUser.userId,
      expiresAt: '2099-01-31T00:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
      rotatedTo: null,
      key: expect.stringMatching(/^sd_live_/),
    });
    expect(await statusWith(made.key)).toBe(200);
    const listed = await admin('/api-keys', { as: adminUser });
    expect(listed.text).not.toContain(made.key.slice(41));
    const { key: _, lastUsedAt: __, ...shown } = made;
    expect((listed.json as { items: unknown[] }).items[0]).toMatchObject(shown);
    expect(listed.headers['cache-control']).toBe('no-store');
  });

  it('limits a key by the plan that the admin chose', async () => {
    const made = await createKeyAs(adminUser, { plan: 'high-volume', permissions: ['call-list:read'] });
    const { headers } = await callOnce('/v1/call-list', { key: made.key });
    expect(headers['ratelimit-policy']).toContain('q=100;w=1');
  });

  it('rejects an expiry in the past', async () => {
    for (const expiresAt of ['2020-01-01T00:00:00Z', new Date().toISOString()]) {
      const response = await admin('/api-keys', {
        as: adminUser,
        method: 'POST',
        body: { name: 'x', expiresAt },
      });
      expect(expectProblem(response, 400, 'invalid-request').errors).toEqual([
        { parameter: 'expiresAt', detail: 'must be in the future' },
      ]);
    }
  });

  it('creates every key when concurrent creations exceed the API Gateway limit', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, () => createKeyAs(adminUser, { name: 'One of many' })),
    );
    expect(new Set(made.map(({ key }) => key)).size).toBe(12);
    const statuses = await Promise.all(made.map(({ key }) => statusWith(key)));
    expect(new Set(statuses)).toEqual(new Set([403]));
  });
});

describeAdmin('the list of keys', () => {
  it('lists keys page by page, newest first, without duplicates', async () => {
    const made = [await createKeyAs(adminUser), await createKeyAs(adminUser), await createKeyAs(adminUser)];
    const seen: string[] = [];
    let path: string | undefined = '/api-keys?limit=2';
    while (path !== undefined && seen.length < 200) {
      const page = await admin(path, { as: adminUser });
      const { items, nextCursor } = bodyOf<{ items: KeyDocument[]; nextCursor?: string }>(page);
      seen.push(...items.map(({ id }) => id));
      path = nextCursor === undefined ? undefined : `/api-keys?limit=2&cursor=${nextCursor}`;
      expect(page.headers['link'] === undefined).toBe(nextCursor === undefined);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual((await listKeysAs(adminUser)).map(({ id }) => id));
    const positions = made.map(({ id }) => seen.indexOf(id));
    expect(positions).toEqual([...positions].sort((a, b) => b - a));
  });
});

describeAdmin('a key update', () => {
  it('applies name and permissions to the next request, and a plan within a minute', async () => {
    const made = await createKeyAs(adminUser);
    expect(await statusWith(made.key)).toBe(403);
    const changes = { name: 'Renamed', permissions: ['call-list:read'], plan: 'high-volume' };
    expect(bodyOf(await patch(made.id, changes))).toMatchObject(changes);
    const response = await callOnce('/v1/call-list', { key: made.key });
    expect(response.status).toBe(200);
    expect(response.headers['ratelimit-policy']).toContain('q=10;w=1');
    expect(bodyOf(await patch(made.id, { plan: 'standard' }))).toMatchObject({
      ...changes,
      plan: 'standard',
    });
  });

  it('rejects changes of a revoked key, and an unknown plan', async () => {
    const made = await createKeyAs(adminUser);
    const { errors } = expectProblem(await patch(made.id, { plan: 'free' }), 400, 'invalid-request');
    expect(errors).toEqual([{ parameter: 'plan', detail: 'must be one of: standard, high-volume' }]);
    bodyOf(await revoke(made.id));
    expectProblem(await patch(made.id, { name: 'x' }), 409, 'conflict');
  });
});

describeAdmin('a rotation', () => {
  it('keeps both keys active for the grace period', async () => {
    const made = await createKeyAs(adminUser, { permissions: ['call-list:read'], plan: 'high-volume' });
    const rotated = bodyOf<KeyDocument>(await rotate(made.id, 60), 201);
    expect(rotated).toMatchObject({ permissions: ['call-list:read'], plan: 'high-volume', state: 'active' });
    expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([200, 200]);
    const old = (await listKeysAs(adminUser)).find(({ id }) => id === made.id);
    expect(old).toMatchObject({ rotatedTo: rotated.id, state: 'active', expiresAt: expect.any(String) });
  });

  it('keeps a plan change to the new key of a rotation', async () => {
    const made = await createKeyAs(adminUser);
    const rotated = bodyOf<KeyDocument>(await rotate(made.id, 60), 201);
    const rejected = expectProblem(await patch(made.id, { plan: 'high-volume' }), 409, 'conflict');
    expect(rejected.detail).toContain(rotated.id);
    bodyOf(await patch(rotated.id, { plan: 'high-volume' }));
    const plans = (await listKeysAs(adminUser)).filter(({ id }) => [made.id, rotated.id].includes(id));
    expect(plans.map(({ plan }) => plan)).toEqual(['high-volume', 'high-volume']);
  });

  it('expires the old key immediately without a grace period', async () => {
    const made = await createKeyAs(adminUser, { permissions: ['call-list:read'] });
    const rotated = bodyOf<KeyDocument>(await rotate(made.id, 0), 201);
    expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([401, 200]);
  });

  it('creates one new key and returns 409 to a concurrent rotation', async () => {
    const made = await createKeyAs(adminUser);
    const responses = await Promise.all([rotate(made.id, 60), rotate(made.id, 60)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const response of responses) if (response.status === 409) expectProblem(response, 409, 'conflict');
    const keys = (await listKeysAs(adminUser)).filter(
      ({ id, rotatedTo }) => id === made.id || rotatedTo === null,
    );
    const successors = keys.filter(({ id }) => id === keys.find((key) => key.id === made.id)?.rotatedTo);
    expect(successors).toHaveLength(1);
    expectProblem(await rotate(made.id, 60), 409, 'conflict');
  });

  it.each([-1, 0.5, 30 * 86_400 + 1, '60', null])('rejects a grace period of %j', async (graceSeconds) => {
    const made = await createKeyAs(adminUser);
    const response = await admin(`/api-keys/${made.id}/rotate`, {
      as: adminUser,
      method: 'POST',
      body: { graceSeconds },
    });
    expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([
      { parameter: 'graceSeconds' },
    ]);
  });
});

describeAdmin('a revocation', () => {
  it('revokes a key from the next request on, idempotently, and keeps it listed', async () => {
    const made = await createKeyAs(adminUser, { permissions: ['call-list:read'] });
    expect(await statusWith(made.key)).toBe(200);
    const revoked = bodyOf<KeyDocument>(await revoke(made.id));
    expect(await statusWith(made.key)).toBe(401);
    expect(bodyOf<KeyDocument>(await revoke(made.id))).toEqual(revoked);
    const listed = (await listKeysAs(adminUser)).find(({ id }) => id === made.id);
    expect(revoked).toEqual({ ...listed, activePredecessors: [] });
  });

  it('lists the rotated keys that are still active, and revokes them on request', async () => {
    const made = await createKeyAs(adminUser, { permissions: ['call-list:read'] });
    const rotated = bodyOf<KeyDocument>(await rotate(made.id, 60), 201);
    expectProblem(await patch(made.id, { name: 'Renamed' }), 409, 'conflict');
    bodyOf(await patch(rotated.id, { permissions: [] }));
    expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([403, 403]);
    const predecessor = { id: made.id, state: 'active', permissions: [] };
    expect(bodyOf(await revoke(rotated.id))).toMatchObject({ activePredecessors: [predecessor] });
    expect(await statusWith(made.key)).toBe(403);
    const all = await revoke(`${rotated.id}?withPredecessors=true`);
    expect(bodyOf(all)).toMatchObject({ activePredecessors: [] });
    expect(await statusWith(made.key)).toBe(401);
  });
});

describeAdmin('the usage of a key', () => {
  it('updates the last-used time and the daily counts', async () => {
    const made = await createKeyAs(adminUser, { permissions: ['call-list:read'] });
    const startedAt = Date.now();
    for (let request = 0; request < 3; request++) expect(await statusWith(made.key)).toBe(200);
    const used = (await listKeysAs(adminUser)).find(({ id }) => id === made.id);
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(startedAt - 1_000);
    const today = new Date().toISOString().slice(0, 10);
    const { from, to, items } = bodyOf<{ from: string; to: string; items: { days: unknown[] }[] }>(
      await admin(`/usage?keyId=${made.id}&days=2`, { as: adminUser }),
    );
    expect([to, items]).toEqual([
      today,
      [
        {
          keyId: made.id,
          name: 'A key',
          hint: made.hint,
          plan: 'standard',
          rotatedTo: null,
          days: expect.any(Array),
        },
      ],
    ]);
    expect(items[0]?.days).toMatchObject([
      { date: from, metered: 0, counts: { succeeded: 0 } },
      { date: today, metered: 3 },
    ]);
    // The local gateway rejects more, as API Gateway does.
    const longest = bodyOf<{ countedFrom: string; items: { days: { date: string; counts: unknown }[] }[] }>(
      await admin(`/usage?keyId=${made.id}&days=90`, { as: adminUser }),
    );
    expect(longest.items[0]?.days).toHaveLength(90);
    const counted = longest.items[0]?.days.filter(({ counts }) => counts !== null) ?? [];
    expect(counted.map(({ date }) => date)).toHaveLength(30);
    expect(counted[0]?.date).toBe(longest.countedFrom);
    const all = bodyOf<{ items: { keyId: string }[] }>(await admin('/usage?limit=2', { as: adminUser }));
    expect(all.items).toHaveLength(2);
  });
});

describeAdmin('the search for keys', () => {
  interface Found {
    readonly totalCount: number;
    readonly items: readonly KeyDocument[];
  }
  const find = async (query: string, as = adminUser): Promise<Found> =>
    bodyOf<Found>(await admin(`/api-keys?${query}`, { as }));

  it('filters by name and state, sorts, and counts what it finds', async () => {
    const [one, two] = [
      await createKeyAs(adminUser, { name: 'Zebra 1' }),
      await createKeyAs(adminUser, { name: 'zebra 2' }),
    ];
    bodyOf(await revoke(two.id));
    const all = await find('search=ZEBRA&sort=name');
    expect([all.totalCount, all.items.map(({ id }) => id)]).toEqual([2, [one.id, two.id]]);
    expect((await find('search=zebra&state=active')).items.map(({ id }) => id)).toEqual([one.id]);
    expect((await find('search=zebra&state=revoked,expired')).items.map(({ id }) => id)).toEqual([two.id]);
    expect((await find(`search=${one.id}`)).items.map(({ id }) => id)).toEqual([one.id]);
  });

  it('finds no key of another organization', async () => {
    const { id, name } = await createKeyAs(adminUser, { name: 'Only here' });
    const other = service.first.admin;
    expect(await find(`search=${id}`, other)).toMatchObject({ totalCount: 0, items: [] });
    expect(await find(`search=${name.replace(' ', '%20')}`, other)).toMatchObject({ items: [] });
  });

  it('rejects a cursor of another search, and unknown states and orders', async () => {
    const page = bodyOf<{ nextCursor: string }>(
      await admin('/api-keys?limit=1&sort=name', { as: adminUser }),
    );
    for (const query of [`sort=-name&cursor=${page.nextCursor}`, 'state=gone', 'sort=plan', 'search=']) {
      expectProblem(await admin(`/api-keys?${query}`, { as: adminUser }), 400, 'invalid-request');
    }
  });
});
