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

const { member, admin: adminUser, organizationId } = await newOrganization();
const patch = (id: string, body: unknown, as = member) =>
  admin(`/api-keys/${id}`, { as, method: 'PATCH', body });

describeAdmin('a key created by a member', () => {
  it('starts without permissions until an admin grants some, effective from the next request', async () => {
    const made = await createKeyAs(member, { name: 'Mine' });
    expect(made).toMatchObject({ permissions: [], plan: 'standard', ownerId: member.userId });
    expectProblem(await callOnce('/v1/call-list', { key: made.key }), 403, 'forbidden');
    bodyOf(await patch(made.id, { permissions: ['call-list:read'] }, adminUser));
    expect((await callOnce('/v1/call-list', { key: made.key })).status).toBe(200);
    bodyOf(await patch(made.id, { permissions: [] }, adminUser));
    expectProblem(await callOnce('/v1/call-list', { key: made.key }), 403, 'forbidden');
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['permissions', { permissions: ['call-list:read'] }, 403, 'forbidden'],
    ['all permissions', { permissions: [...PERMISSIONS] }, 403, 'forbidden'],
    ['another plan', { plan: 'high-volume' }, 403, 'forbidden'],
    ['an unknown plan', { plan: 'unlimited' }, 403, 'forbidden'],
    ['another owner', { ownerId: adminUser.userId }, 400, 'invalid-request'],
    ['another organization', { organizationId: service.second.organizationId }, 400, 'invalid-request'],
    ['its own organization', { organizationId }, 400, 'invalid-request'],
    ['a role', { role: 'admin' }, 400, 'invalid-request'],
    ['groups', { 'cognito:groups': ['admin'] }, 400, 'invalid-request'],
    ['a permission in the singular', { permission: 'call-list:read' }, 400, 'invalid-request'],
    ['permissions in another case', { Permissions: ['call-list:read'] }, 400, 'invalid-request'],
    ['permissions as text', { permissions: 'call-list:read' }, 400, 'invalid-request'],
    ['permissions as an object', { permissions: { 0: 'call-list:read', length: 1 } }, 400, 'invalid-request'],
    ['a hint', { hint: 'sd_live_…abcd' }, 400, 'invalid-request'],
  ])('refuses to create a key with, or update it to, %s', async (_, fields, status, problem) => {
    const before = (await listKeysAs(member)).length;
    const creation = await admin('/api-keys', { as: member, method: 'POST', body: { name: 'x', ...fields } });
    expectProblem(creation, status, problem);
    expect(await listKeysAs(member)).toHaveLength(before);
    const key = await createKeyAs(member);
    expectProblem(await patch(key.id, fields), status, problem);
    expect((await listKeysAs(member))[0]).toMatchObject({ id: key.id, permissions: [], plan: 'standard' });
    bodyOf(await admin(`/api-keys/${key.id}`, { as: member, method: 'DELETE' }));
  });

  it.each([
    [
      'from JSON under a name that objects inherit',
      '{"name":"x","__proto__":{"permissions":["person:read"]}}',
    ],
    ['given twice', '{"name":"x","permissions":["person:read"],"permissions":[]}'],
  ])('grants no permissions %s', async (_, text) => {
    const response = await admin('/api-keys', { as: member, method: 'POST', text });
    if (response.status === 201) expect((response.json as KeyDocument).permissions).toEqual([]);
    else expectProblem(response, 400, 'invalid-request');
  });

  it('ignores headers and query parameters that claim a role', async () => {
    const body = { name: 'x', permissions: ['person:read'] };
    const headers = {
      'X-Role': 'admin',
      'X-Organization-Id': service.second.organizationId,
      'Cognito-Groups': 'admin',
    };
    const options = { as: member, method: 'POST', body };
    expectProblem(await admin('/api-keys', { ...options, headers }), 403, 'forbidden');
    expectProblem(await admin('/api-keys?role=admin', options), 400, 'invalid-request');
  });

  it('keeps exactly the granted permissions when the owner renames or rotates the key', async () => {
    const made = await createKeyAs(member);
    bodyOf(await patch(made.id, { permissions: ['person:read'] }, adminUser));
    expect(bodyOf(await patch(made.id, { name: 'Renamed' }))).toMatchObject({ permissions: ['person:read'] });
    const rotated = bodyOf<KeyDocument>(
      await admin(`/api-keys/${made.id}/rotate`, { as: member, method: 'POST', body: { graceSeconds: 0 } }),
      201,
    );
    expect(rotated).toMatchObject({ name: 'Renamed', permissions: ['person:read'], ownerId: member.userId });
    expectProblem(await callOnce('/v1/call-list', { key: rotated.key }), 403, 'forbidden');
  });
});

describeAdmin('a member', () => {
  it('limits members to their own keys', async () => {
    const theirs = await createKeyAs(adminUser, { permissions: ['call-list:read'] });
    const own = await createKeyAs(member);
    const seen = await listKeysAs(member);
    expect(seen.map(({ id }) => id)).toContain(own.id);
    expect(new Set(seen.map(({ ownerId }) => ownerId))).toEqual(new Set([member.userId]));
    const attempts = [
      await patch(theirs.id, { name: 'x' }),
      await admin(`/api-keys/${theirs.id}`, { as: member, method: 'DELETE' }),
      await admin(`/api-keys/${theirs.id}/rotate`, { as: member, method: 'POST', body: { graceSeconds: 0 } }),
    ];
    for (const attempt of attempts) expectProblem(attempt, 404, 'not-found');
    expect((await callOnce('/v1/call-list', { key: theirs.key })).status).toBe(200);
    expect((await admin(`/usage?keyId=${theirs.id}`, { as: member })).json).toMatchObject({ items: [] });
  });

  it('lets members revoke their own key, visible to an admin', async () => {
    const own = await createKeyAs(member);
    expect(bodyOf(await admin(`/api-keys/${own.id}`, { as: member, method: 'DELETE' }))).toMatchObject({
      state: 'revoked',
    });
    expect(await listKeysAs(adminUser)).toContainEqual(
      expect.objectContaining({ id: own.id, state: 'revoked' }),
    );
  });

  it('hides the audit log from members', async () => {
    expectProblem(await admin('/audit-log', { as: member }), 403, 'forbidden');
  });

  it('prevents members from exhausting the shared maximum of keys', async () => {
    const { member: other } = await newOrganization();
    const made: KeyDocument[] = [];
    while (made.length < 25) made.push(await createKeyAs(other));
    const rejected = await admin('/api-keys', { as: other, method: 'POST', body: { name: 'One more' } });
    expect(expectProblem(rejected, 409, 'conflict').detail).toContain('Revoke one');
    bodyOf(await admin(`/api-keys/${made[0]?.id}`, { as: other, method: 'DELETE' }));
    await createKeyAs(other);
  });

  it("counts rotations toward a member's maximum of keys", async () => {
    const { member: other } = await newOrganization();
    let last = await createKeyAs(other);
    const rotate = async (graceSeconds: number) => {
      const body = { graceSeconds };
      const response = await admin(`/api-keys/${last.id}/rotate`, { as: other, method: 'POST', body });
      if (response.status === 201) last = bodyOf<KeyDocument>(response, 201);
      return response;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++) statuses.push((await rotate(60 * 60)).status);
    expect(statuses).toEqual([...Array(24).fill(201), ...Array(16).fill(409)]);
    expect(expectProblem(await rotate(60), 409, 'conflict').detail).toContain('without a grace period');
    expect((await rotate(0)).status).toBe(201);
    const active = (await listKeysAs(other)).filter(({ state }) => state === 'active');
    expect(active).toHaveLength(25);
  });
});
