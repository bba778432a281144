import { expect, it } from 'vitest';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  type KeyDocument,
  newOrganization,
} from '../../support/organizations/admin.ts';

const { admin: adminUser, member } = await newOrganization();

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly name: string; readonly from: string | null };
  readonly action: string;
  readonly targetId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const read = async (query = ''): Promise<{ items: readonly Entry[]; nextCursor?: string }> =>
  bodyOf(await admin(`/audit-log${query}`, { as: adminUser }));

describeAdmin('the audit log', () => {
  it('records who did what, when and from where, without secrets', async () => {
    const startedAt = new Date().toISOString();
    const made = await createKeyAs(member, { name: 'Audited' });
    const change = { permissions: ['person:read'], plan: 'high-volume' };
    bodyOf(await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'PATCH', body: change }));
    const rotated = bodyOf<KeyDocument>(
      await admin(`/api-keys/${made.id}/rotate`, { as: member, method: 'POST', body: { graceSeconds: 60 } }),
      201,
    );
    bodyOf(await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'DELETE' }));

    const { items } = await read(`?targetId=${made.id}`);
    const [asMember, asAdmin] = [member, adminUser].map(({ userId, email }) => ({
      id: userId,
      name: email,
      from: '127.0.0.1',
    }));
    expect(items).toMatchObject([
      { action: 'api_key.revoked', actor: asAdmin },
      { action: 'api_key.rotated', actor: asMember, details: { successorId: rotated.id, graceSeconds: 60 } },
      {
        action: 'api_key.updated',
        actor: asAdmin,
        details: { before: { permissions: [], plan: 'standard' }, after: change },
      },
      { action: 'api_key.created', actor: asMember, details: { name: 'Audited', ownerId: member.userId } },
    ]);
    for (const { at } of items) expect(at >= startedAt && at <= new Date().toISOString()).toBe(true);
    const text = JSON.stringify(items);
    for (const { key } of [made, rotated]) expect(text).not.toContain(key.slice(41));
  });

  it('omits rejected requests and no-ops', async () => {
    const made = await createKeyAs(adminUser);
    await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'PATCH', body: { plan: 'free' } });
    await admin(`/api-keys/${made.id}`, { as: member, method: 'DELETE' });
    await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'DELETE' });
    await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'DELETE' });
    const { items } = await read(`?targetId=${made.id}`);
    expect(items.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created']);
  });

  it('lists entries page by page, and filters by target, actor and time', async () => {
    const made = await createKeyAs(member);
    bodyOf(await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'PATCH', body: { name: 'x' } }));
    const seen: Entry[] = [];
    let query: string | undefined = '?limit=2';
    while (query !== undefined) {
      const page: Awaited<ReturnType<typeof read>> = await read(query);
      seen.push(...page.items);
      query = page.nextCursor === undefined ? undefined : `?limit=2&cursor=${page.nextCursor}`;
    }
    const order = seen.map(({ at }) => at);
    expect(order).toEqual([...order].sort().reverse());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.map(({ action }) => action)).toContain('organization.created');

    const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);
    const ofMember = seen.filter(({ actor }) => actor.id === member.userId);
    expect(ofMember.length).toBeLessThan(seen.length);
    expect(ids((await read(`?actorId=${member.userId}&limit=200`)).items)).toEqual(ids(ofMember));
    const ofKey = seen.filter(({ targetId }) => targetId === made.id);
    expect(ids((await read(`?targetId=${made.id}`)).items)).toEqual(ids(ofKey));
    expect(ids((await read(`?targetId=${made.id}&actorId=${member.userId}`)).items)).toEqual(
      ids(ofKey.filter(({ actor }) => actor.id === member.userId)),
    );
    const time = ofKey[0]?.at ?? '';
    expect(ids((await read(`?before=${time}&limit=200`)).items)).toEqual(
      ids(seen.filter(({ at }) => at < time)),
    );
    expect(ids((await read(`?after=${time}&limit=200`)).items)).toEqual(
      ids(seen.filter(({ at }) => at > time)),
    );
    expect((await read(`?after=${time}&before=${time}`)).items).toEqual([]);
  });
});
