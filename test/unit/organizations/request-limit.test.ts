import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminFunction, adminOperation } from '../../../functions/http/admin-api.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { createRequestCounter } from '../../../shared/organizations/users/request-limit.ts';
import type { User } from '../../../shared/organizations/users/user.ts';
import { putUser } from '../../../shared/organizations/users/user-repository.ts';
import {
  REQUEST_LIMITS_VARIABLE,
  TABLE_NAME_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const engine = useEngine();
const LIMITS = { user: 3, organization: 5 };
const NOON = new Date('2026-11-29T12:00:10.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  vi.stubEnv(USER_POOL_CLIENT_ID_VARIABLE, 'client');
  vi.stubEnv(REQUEST_LIMITS_VARIABLE, JSON.stringify(LIMITS));
  vi.stubEnv(TABLE_NAME_VARIABLE, engine.tableName);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', engine.endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A user, who is stored, and what a request of the user answers. */
const createUser = async (organizationId: string, isDisabled = false) => {
  const user: User = {
    ...{ id: randomUUID(), organizationId, email: 'ada@acme.example', role: 'member', isDisabled },
    ...{ identityProvider: null, hasSignedIn: true, invitedAt: NOON.toISOString(), invitedBy: null },
    lastSignInAt: null,
  };
  await engine.table.writer.transact([putUser(user, undefined)]);
  return async () => {
    const handler = adminFunction(engine.table.reader, [
      adminOperation(ADMIN_ROUTES.listAuditLog, async () => ({ body: { items: [] } })),
    ]);
    const event = proxyEvent({ organizationId, resource: ADMIN_ROUTES.listAuditLog.path });
    const claims = {
      ...{ sub: user.id, aud: 'client', token_use: 'id', 'custom:organization_id': organizationId },
    };
    const requestContext = { ...event.requestContext, authorizer: { claims } };
    const { statusCode, headers, body } = await handler({ ...event, requestContext }, lambdaContext());
    return { status: statusCode, retryAfter: headers?.['Retry-After'], ...JSON.parse(body) };
  };
};

const repeat = async (times: number, request: () => Promise<{ readonly status: number }>) => {
  const responses = await Promise.all(Array.from({ length: times }, request));
  return responses.map(({ status }) => status).sort();
};

describe('requests of the admin API', () => {
  it('are refused beyond the limit of a user, until the next minute', async () => {
    const request = await createUser(randomUUID());
    expect(await repeat(5, request)).toEqual([200, 200, 200, 429, 429]);
    expect(await request()).toMatchObject({
      status: 429,
      type: 'urn:sales-data:problem:rate-limit-exceeded',
      retryAfter: '50',
    });
    vi.setSystemTime('2026-11-29T12:01:00.000Z');
    expect(await repeat(3, request)).toEqual([200, 200, 200]);
  });

  it('are served to others of the organization while a user exceeds the limit, up to its own', async () => {
    const organizationId = randomUUID();
    const flood = await createUser(organizationId);
    const colleague = await createUser(organizationId);
    await repeat(20, flood);
    expect(await repeat(3, colleague)).toEqual([200, 200, 429]);
  });

  it('are served to members of other organizations', async () => {
    const organizationId = randomUUID();
    for (const user of [await createUser(organizationId), await createUser(organizationId)]) {
      await repeat(5, user);
    }
    expect(await repeat(3, await createUser(randomUUID()))).toEqual([200, 200, 200]);
  });

  it('are served when they cannot be counted', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubEnv(TABLE_NAME_VARIABLE, 'no-such-table');
    expect(await repeat(4, await createUser(randomUUID()))).toEqual([200, 200, 200, 200]);
    expect(warn).toHaveBeenCalledWith({
      warning: 'A request could not be counted.',
      error: expect.stringContaining('ResourceNotFoundException'),
    });
    warn.mockRestore();
  });
});

describe('counting requests', () => {
  const calls = () => createDocumentClientCalls(engine.client);
  const fail = (error: unknown): never => {
    throw error;
  };

  it('gives up after half a second, so that a slow table does not hold up the request', async () => {
    const failures: unknown[] = [];
    const hangs = {
      updateItem: (_: unknown, signal?: AbortSignal) =>
        new Promise<void>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    };
    const count = createRequestCounter(hangs, 'table', LIMITS, (error) => failures.push(error));
    expect(await count({ organizationId: randomUUID(), userId: 'user-1' }, NOON)).toBeUndefined();
    expect(failures).toMatchObject([{ name: 'TimeoutError' }]);
  });

  it('writes one item per organization and minute, which expires after the minute', async () => {
    const organizationId = randomUUID();
    const count = createRequestCounter(calls(), engine.tableName, LIMITS, fail);
    for (const userId of ['user-1', 'user-2', 'user-1']) await count({ organizationId, userId }, NOON);
    expect(await engine.itemsOf(`ADMIN_REQUESTS#${organizationId}`)).toEqual([
      {
        pk: `ADMIN_REQUESTS#${organizationId}`,
        sk: '2026-11-29T12:00:00.000Z',
        ttl: Date.parse('2026-11-29T12:01:00.000Z') / 1_000,
        requests: 3,
        'requests#user-1': 2,
        'requests#user-2': 1,
      },
    ]);
  });
});
