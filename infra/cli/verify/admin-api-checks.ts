import { ADMIN_RESPONSE_BODIES } from '../../../shared/contract/admin-response-bodies.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { type Api, bodyOf, expectStatus, expectThat } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';
import { SAMPLE_IDS } from './sample-records.ts';

const PERSON_PATH = `/v1/person/${SAMPLE_IDS.person}`;
const FIRST_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'call-list:read');

/** Functions write keys and their audit entries in one transaction, limited by `dynamodb:LeadingKeys`. */
export const createKey = (run: RunCheck, admin: Api | undefined) =>
  run('admin API: creates a key (a transaction within dynamodb:LeadingKeys)', [admin], async (call) => {
    const body = { name: 'Verification', permissions: FIRST_PERMISSIONS };
    const answer = await call('/api-keys', { method: 'POST', body });
    return bodyOf(answer, ADMIN_RESPONSE_BODIES.IssuedApiKey, 201);
  });

export type CreatedKey = Awaited<ReturnType<typeof createKey>>;

export const grantCallLists = (run: RunCheck, admin: Api | undefined, key: CreatedKey) =>
  run('admin API: grants a permission', [admin, key], async (call, { id }) => {
    const body = { permissions: PERMISSIONS };
    expectStatus(await call(`/api-keys/${id}`, { method: 'PATCH', body }), 200);
    return true as const;
  });

/** Ends the key, and with it the use of the data API. */
export const checkEndOfKeys = async (
  run: RunCheck,
  { dataApi }: VerifiedService,
  admin: Api | undefined,
  key: CreatedKey,
) => {
  const successor = await run('admin API: rotates a key', [admin, key], async (call, { id }) => {
    const answer = await call(`/api-keys/${id}/rotate`, { method: 'POST', body: { graceSeconds: 0 } });
    return bodyOf(answer, ADMIN_RESPONSE_BODIES.IssuedApiKey, 201);
  });
  await run('data API: refuses the rotated key immediately', [key, successor], async (old) =>
    expectStatus(await dataApi(old.key)(PERSON_PATH), 401),
  );
  await run('data API: accepts its successor', [successor], async (next) =>
    expectThat((await dataApi(next.key)(PERSON_PATH)).status !== 401, 'the successor got 401'),
  );
  const revoked = await run('admin API: revokes a key', [admin, successor], async (call, { id }) => {
    expectStatus(await call(`/api-keys/${id}`, { method: 'DELETE' }), 200);
    return true as const;
  });
  await run('data API: refuses the revoked key immediately', [successor, revoked], async (next) =>
    expectStatus(await dataApi(next.key)(PERSON_PATH), 401),
  );
};

/** The first request of a user, which stores the sign-in. */
export const checkSession = (run: RunCheck, admin: Api | undefined) =>
  run('admin API: describes the signed-in user', [admin], async (call) => {
    const { role } = bodyOf(await call('/session'), ADMIN_RESPONSE_BODIES.Session);
    expectThat(role === 'admin', `the role is ${role}`);
    const { items } = bodyOf(await call('/users'), ADMIN_RESPONSE_BODIES.UserPage);
    expectThat(items[0]?.status === 'active', 'the sign-in was not noted');
  });

/** What the admin API reports: usage from API Gateway, and the audit log. */
export const checkReports = async (run: RunCheck, admin: Api | undefined, key: CreatedKey) => {
  await run('admin API: reads the usage of 90 days (GetUsage)', [admin, key], async (call, { id }) => {
    const answer = await call(`/usage?days=90&keyId=${id}`);
    const { items } = bodyOf(answer, ADMIN_RESPONSE_BODIES.UsagePage);
    expectThat(items[0]?.keyId === id, 'the page does not contain the key');
  });
  await run('admin API: lists all actions in the audit log', [admin, key], async (call, { id }) => {
    const answer = await call(`/audit-log?targetId=${id}`);
    const { items } = bodyOf(answer, ADMIN_RESPONSE_BODIES.AuditLogPage);
    expectThat(
      items.some(({ action }) => action === 'api_key.created'),
      'the creation of the key is missing',
    );
  });
};
