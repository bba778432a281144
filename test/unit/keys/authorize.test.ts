import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/keys/authorize/handler.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';

const ARN = 'arn:aws:execute-api:eu-central-1:000000000000:api/stage/GET';

/** An hour before the quotas are reset. */
const NOW = new Date('2026-03-10T23:00:00.000Z');

const prepare = () => {
  const fixture = createKeyFixture(createLaggingTable());
  const recordUse = vi.fn(async () => undefined);
  const dependencies = {
    reader: fixture.store.reader,
    now: () => NOW,
    recordUse,
    rateLimitPolicies: { standard: '10;w=1', 'high-volume': '100;w=1' },
  };
  const authorize = async (
    keys: readonly string[] | undefined,
    { method = 'GET', resource = '/v1/person/{id}', header = 'X-Api-Key', within = dependencies } = {},
  ) => {
    const { requestContext, ...event } = proxyEvent({ organizationId: '', resource, id: 'x*' });
    const request: APIGatewayRequestAuthorizerEvent = {
      ...event,
      type: 'REQUEST',
      methodArn: `${ARN}/v1/person/x*`,
      httpMethod: method,
      multiValueHeaders: keys === undefined ? null : { [header]: [...keys] },
      requestContext: { ...requestContext, authorizer: undefined, httpMethod: method },
    };
    return createAuthorizer(within)(request);
  };
  const make = (permissions: readonly Permission[], changes = {}) =>
    fixture.make({ permissions, ...changes });
  return { ...fixture, make, authorize, dependencies, recordUse };
};

const effectOf = async (decision: ReturnType<ReturnType<typeof prepare>['authorize']>) =>
  (await decision).policyDocument.Statement;

describe('the authorizer', () => {
  it('allows this method alone, and describes the caller and the limits of the plan', async () => {
    const { make, authorize, organizationId, gateway, recordUse } = prepare();
    const { apiKey, token } = await make(['person:read', 'event:read'], { plan: 'high-volume' });
    expect(await authorize([token])).toEqual({
      principalId: apiKey.id,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: `${ARN}/*` }],
      },
      context: {
        organizationId,
        keyId: apiKey.id,
        permissions: 'person:read,event:read',
        rateLimitPolicy: '100;w=1',
        quotaResetSeconds: '3600',
      },
      usageIdentifierKey: [...gateway.keys()][0],
    });
    expect(recordUse).toHaveBeenCalledExactlyOnceWith(apiKey, NOW);
  });

  it('denies an operation whose permission the key lacks, and names the permission', async () => {
    const { make, authorize } = prepare();
    const { token } = await make(['company:read']);
    const denied = await authorize([token]);
    expect(denied.policyDocument.Statement).toMatchObject([{ Effect: 'Deny', Resource: `${ARN}/*` }]);
    expect(denied.context).toMatchObject({ missingPermission: 'person:read', rateLimitPolicy: '10;w=1' });
    const allowed = await authorize([token], { resource: '/v1/company/{id}' });
    expect(allowed.policyDocument.Statement).toMatchObject([{ Effect: 'Allow' }]);
    expect(allowed.context).not.toHaveProperty('missingPermission');
  });

  it('allows operations without a permission to any key, and describes the key to `getKey` alone', async () => {
    const { make, authorize } = prepare();
    const { apiKey, token } = await make([]);
    for (const resource of ['/v1/key', '/v1/event-type', '/v1/mcp']) {
      const method = resource === '/v1/mcp' ? 'POST' : 'GET';
      const decision = authorize([token], { resource, method });
      expect(await effectOf(decision), resource).toMatchObject([{ Effect: 'Allow' }]);
      const { key } = (await decision).context ?? {};
      const { name, createdAt } = apiKey;
      const described = { name, plan: 'standard', createdAt, expiresAt: null };
      expect(key && JSON.parse(String(key)), resource).toEqual(
        resource === '/v1/key' ? described : undefined,
      );
    }
  });

  it('takes the header in any case, and HEAD as GET', async () => {
    const { make, authorize } = prepare();
    const { token } = await make(['person:read']);
    for (const options of [{ header: 'x-api-key' }, { header: 'X-API-KEY' }, { method: 'HEAD' }]) {
      expect(await effectOf(authorize([token], options))).toMatchObject([{ Effect: 'Allow' }]);
    }
  });

  it('throws exactly `Unauthorized`, without a stack, unless there is one valid key', async () => {
    const { make, authorize, store, scope, recordUse } = prepare();
    const [one, revoked] = [await make(['person:read']), await make(['person:read'])];
    const expired = await make(['person:read'], { expiresAt: NOW.toISOString() });
    await revokeKey(store, scope, revoked.apiKey.id, ACTOR);
    const refused = [
      undefined,
      [],
      [''],
      ['nonsense'],
      [one.token, one.token],
      [`${one.token},${one.token}`],
      [`${one.token} `],
      [revoked.token],
      [expired.token],
    ];
    for (const keys of refused) {
      const error: unknown = await authorize(keys).catch((thrown: unknown) => thrown);
      expect(error, String(keys)).toMatchObject({ message: 'Unauthorized', stack: '' });
    }
    expect(recordUse).not.toHaveBeenCalled();
  });

  it('throws any other error while the table is unavailable, and for an unknown route', async () => {
    const { make, authorize, dependencies } = prepare();
    const { token } = await make([]);
    const unavailable = new TableUnavailableError('DynamoDB is away.');
    const reader = { ...dependencies.reader, get: () => Promise.reject(unavailable) };
    await expect(authorize([token], { within: { ...dependencies, reader } })).rejects.toBe(unavailable);
    await expect(authorize([token], { resource: '/v1/nothing' })).rejects.toThrow('No route is declared');
    await expect(authorize([token], { method: 'DELETE' })).rejects.toThrow('No route is declared');
  });
});
