import { beforeAll, expect, it } from 'vitest';
import { ADMIN_ROUTE_NAMES, type AdminRouteName, adminRequest } from '../../support/http/admin-requests.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  bodyOf,
  describeAdmin,
  idTokenOf,
  newOrganization,
} from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';

/** What members may do, with the status of a request for a record that does not exist. */
const FOR_MEMBERS: { readonly [N in AdminRouteName]?: number } = {
  listApiKeys: 200,
  createApiKey: 201,
  // Without permissions.
  getAppRequest: 200,
  connectApp: 201,
  updateApiKey: 404,
  revokeApiKey: 404,
  rotateApiKey: 404,
  listRequests: 200,
  getUsage: 200,
  tryRequest: 200,
  getSession: 200,
  chooseOrganization: 404,
};

/** An admin with a token of an admin, whom another admin then changes. */
const restricted = async (change: object): Promise<SampleUser> => {
  const { admin: user, member: other } = await newOrganization();
  const patch = (as: SampleUser, id: string, body: object) =>
    admin(`/users/${id}`, { as, method: 'PATCH', body });
  bodyOf(await patch(user, other.userId, { role: 'admin' }));
  // The token and the stored sign-in of both.
  for (const as of [user, other]) bodyOf(await admin('/session', { as }));
  await idTokenOf(user);
  bodyOf(await patch(other, user.userId, change));
  return user;
};

describeAdmin('a user whose token is valid', () => {
  let disabled: SampleUser;
  let demoted: SampleUser;

  beforeAll(async () => {
    [disabled, demoted] = await Promise.all([
      restricted({ isDisabled: true }),
      restricted({ role: 'member' }),
    ]);
  });

  it.each(ADMIN_ROUTE_NAMES)('returns 403 from %s to a disabled user with a valid token', async (name) => {
    const { path, ...request } = adminRequest(name);
    const { detail } = expectProblem(await admin(path, { ...request, as: disabled }), 403, 'forbidden');
    expect(detail).toContain('Your account is disabled');
  });

  it.each(ADMIN_ROUTE_NAMES)('treats a demoted admin with a valid token as a member: %s', async (name) => {
    const { path, ...request } = adminRequest(name);
    const response = await admin(path, { ...request, as: demoted });
    const expected = FOR_MEMBERS[name];
    if (expected !== undefined) return expect(response.status).toBe(expected);
    const { detail } = expectProblem(response, 403, 'forbidden');
    expect(detail).toMatch(/^Only an admin of your organization can|^Members of your organization cannot/);
  });
});
