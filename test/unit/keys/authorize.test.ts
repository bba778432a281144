import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/keys/authorize/handler.ts';
import type { Permission } from '../../../shared/contract/keys/permissions.ts';
import { signAddress } from '../../../shared/keys/caller-address.ts';
import { changeKey } from '../../../shared/keys/key-writes.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';
import { withSecretOf } from '../../support/keys/wrong-secret.ts';

const ARN = 'arn:aws:execute-api:eu-central-1:000000000000:api/stage/GET';

/** An hour before the quotas are reset. */
const NOW = new Date('2026-03-10T23:00:00.000Z');

const prepare = () => {
  const fixture = createKeyFixture(createLaggingTable());
  const recordUse = vi.fn(async () => undefined);
  const logRefusal = vi.fn();
  const dependencies = {
    reader: fixture.store.reader,
    now: () => NOW,
    recordUse,
    logRefusal,
    rateLimitPolicies: { standard: '10;w=1', 'high-volume': '100;w=1' },
  };
  const authorize = async (
    keys: readonly string[] | undefined,
    {
      method = 'GET',
      resource = '/v1/person/{id}',
      header = 'X-Api-Key',
      within = dependencies,
      from = '203.0.113.7',
      headers = {} as Readonly<Record<string, string[]>>,
    } = {},
  ) => {
    const { requestContext, ...event } = proxyEvent({ organizationId: '', resource, id: 'x*' });
    const request: APIGatewayRequestAuthorizerEvent = {
      ...event,
      type: 'REQUEST',
      methodArn: `${ARN}/v1/person/x*`,
      httpMethod: method,
      multiValueHeaders: keys === undefined ? null : { [header]: [...keys], ...headers },
      requestContext: {
        ...requestContext,
        authorizer: undefined,
        httpMethod: method,
        identity: { ...requestContext.identity, sourceIp: from },
      },
    };
    return createAuthorizer(within)(request);
  };
  const make = (permissions: readonly Permission[], changes = {}) =>
    fixture.make({ permissions, ...changes });
  return { ...fixture, make, authorize, dependencies, recordUse, logRefusal };
};

const effectOf = async (decision: ReturnType<ReturnType<typeof prepare>['authorize']>) =>
  (await decision).policyDocument.Statement;

describe('the authorizer', () => {
  it('allows this method alone, and describes the caller and the limits of the plan', async () => {
    const { make, authorize, organizationId, gateway, recordUse } = prepare();
    const { apiKey, token } = await make(['person:read', 'event:read'], {
      plan: 'high-volume',
      ownerId: 'user-1',
    });
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
        ownerId: 'user-1',
        path: '/v1/person/*',
        userAgent: '',
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
    expect(denied.context).toMatchObject({
      deniedType: 'urn:sales-data:problem:forbidden',
      deniedDetail: expect.stringContaining(
        'lacks the permission person:read, which this operation requires',
      ),
      deniedMember: 'missingPermissions',
      deniedValue: 'person:read',
      rateLimitPolicy: '10;w=1',
    });
    const allowed = await authorize([token], { resource: '/v1/company/{id}' });
    expect(allowed.policyDocument.Statement).toMatchObject([{ Effect: 'Allow' }]);
    expect(Object.keys(allowed.context ?? {}).join()).not.toContain('denied');
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
      const bounds = { expiresAt: null, allowedAddresses: null, importSource: null };
      const described = { name, plan: 'standard', createdAt, ...bounds };
      expect(key && JSON.parse(String(key)), resource).toEqual(
        resource === '/v1/key' ? described : undefined,
      );
    }
  });

  it('accepts the header in any case, and treats HEAD as GET', async () => {
    const { make, authorize } = prepare();
    const { token } = await make(['person:read']);
    for (const options of [{ header: 'x-api-key' }, { header: 'X-API-KEY' }, { method: 'HEAD' }]) {
      expect(await effectOf(authorize([token], options))).toMatchObject([{ Effect: 'Allow' }]);
    }
  });

  it('throws exactly `Unauthorized`, without a stack, unless there is exactly one valid key', async () => {
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

  it('logs why it refuses a key that exists, for the organization of the key', async () => {
    const { make, authorize, store, scope, logRefusal, organizationId } = prepare();
    const owned = { ownerId: 'user-1' };
    const [one, revoked] = [await make(['person:read'], owned), await make(['person:read'], owned)];
    const expired = await make(['person:read'], { ...owned, expiresAt: NOW.toISOString() });
    await revokeKey(store, scope, revoked.apiKey.id, ACTOR);
    for (const key of [revoked.token, expired.token, withSecretOf(one.token, revoked.token)]) {
      await expect(authorize([key])).rejects.toThrow('Unauthorized');
    }
    const line = {
      requestId: 'request-1',
      time: String(NOW.getTime()),
      method: 'GET',
      route: '/v1/person/{id}',
      path: '/v1/person/*',
      status: '401',
      sourceIp: '203.0.113.7',
      userAgent: '',
      organizationId,
      ...owned,
    };
    expect(logRefusal.mock.calls).toEqual([
      [{ ...line, keyId: revoked.apiKey.id, reason: 'revoked' }],
      [{ ...line, keyId: expired.apiKey.id, reason: 'expired' }],
      [{ ...line, keyId: one.apiKey.id, reason: 'wrong-secret' }],
    ]);
    // Neither an unknown key nor a revoked one with a wrong secret reveals more.
    const unknown = withSecretOf(`sd_live_${'0'.repeat(32)}_`, one.token);
    await expect(authorize([unknown])).rejects.toThrow('Unauthorized');
    expect(logRefusal).toHaveBeenCalledTimes(3);
    expect(JSON.stringify(logRefusal.mock.calls)).not.toContain(one.token.slice(-20));
    await authorize([one.token]);
    expect(logRefusal).toHaveBeenCalledTimes(3);
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

describe('an unknown path', () => {
  const UNKNOWN = { method: 'PUT', resource: '/{proxy+}' };

  it('is allowed for everybody, and attributed to the key', async () => {
    const { make, authorize, organizationId, logRefusal, scope, store } = prepare();
    const { apiKey, token } = await make([], { allowedAddresses: ['192.0.2.0/24'] });
    const isAllowed = { Statement: [{ Effect: 'Allow' }] };
    expect(await authorize([token], UNKNOWN)).toMatchObject({
      principalId: apiKey.id,
      policyDocument: isAllowed,
      context: { organizationId, keyId: apiKey.id },
    });
    const unknown = { principalId: 'unknown', policyDocument: isAllowed };
    for (const keys of [undefined, ['nothing'], [token, token]]) {
      const result = await authorize(keys, UNKNOWN);
      expect(result).toMatchObject(unknown);
      expect(result.context).toEqual({});
    }
    await revokeKey(store, scope, apiKey.id, ACTOR, async () => undefined);
    expect(await authorize([token], UNKNOWN)).toMatchObject(unknown);
    expect(logRefusal).toHaveBeenCalledWith(
      expect.objectContaining({ keyId: apiKey.id, status: '404', reason: 'revoked' }),
    );
  });
});

describe('a key as `Authorization: Bearer`', () => {
  const MCP = { method: 'POST', resource: '/v1/mcp' };

  it('accepts a bearer key for the MCP server, in any case of the scheme', async () => {
    const { make, authorize } = prepare();
    const { apiKey, token } = await make([]);
    for (const value of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
      const allowed = await authorize([value], { ...MCP, header: 'authorization' });
      expect(allowed, value).toMatchObject({
        principalId: apiKey.id,
        usageIdentifierKey: expect.any(String),
      });
    }
    expect(await effectOf(authorize([token], MCP))).toMatchObject([{ Effect: 'Allow' }]);
  });

  it('rejects a bearer key with another credential or scheme, and in any other operation', async () => {
    const { make, authorize } = prepare();
    const { token } = await make(['person:read']);
    const bearer = [`Bearer ${token}`];
    for (const [keys, options] of [
      [bearer, {}],
      [[`Bearer ${token}`, `Bearer ${token}`], MCP],
      [[token], MCP],
      [[`Basic ${token}`], MCP],
      [[`Bearer ${token} `], MCP],
      [[`Bearer ${token},${token}`], MCP],
      [['Bearer'], MCP],
      [[], MCP],
    ] as const) {
      const refused = authorize(keys, { ...options, header: 'Authorization' });
      await expect(refused, JSON.stringify([keys, options])).rejects.toThrow('Unauthorized');
    }
    for (const other of [bearer, ['Bearer nonsense'], ['Basic eDp5']]) {
      const both = authorize([token], { ...MCP, headers: { Authorization: other } });
      await expect(both, other[0]).rejects.toThrow('Unauthorized');
    }
    const ignored = authorize([token], { headers: { Authorization: bearer } });
    expect(await effectOf(ignored)).toMatchObject([{ Effect: 'Allow' }]);
  });
});

describe('a key with allowed addresses', () => {
  const limited = async () => {
    const fixture = prepare();
    const { token } = await fixture.make(['person:read'], {
      allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'],
    });
    const [item] = await fixture.keyItems();
    return { ...fixture, token, secret: String(item?.['addressSecret']) };
  };

  it('denies other addresses, and returns the address seen', async () => {
    const { authorize, token } = await limited();
    for (const from of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db9::1', '']) {
      const denied = await authorize([token], { from });
      expect(denied.policyDocument.Statement).toMatchObject([{ Effect: 'Deny' }]);
      expect(denied.context).toMatchObject({
        deniedType: 'urn:sales-data:problem:address-not-allowed',
        deniedDetail: expect.stringContaining(`must not be used from ${from}.`),
        deniedMember: 'addresses',
        deniedValue: from,
      });
    }
  });

  it('allows listed addresses, and reports other addresses before missing permissions', async () => {
    const { authorize, token } = await limited();
    for (const from of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:1::7']) {
      expect(await effectOf(authorize([token], { from })), from).toMatchObject([{ Effect: 'Allow' }]);
      const denied = await authorize([token], { from, resource: '/v1/company/{id}' });
      expect(denied.context).toMatchObject({ deniedMember: 'missingPermissions' });
    }
    const elsewhere = await authorize([token], { resource: '/v1/company/{id}' });
    expect(elsewhere.context).toMatchObject({ deniedMember: 'addresses' });
  });

  it('prefers an address that this service signed, and trusts no other header', async () => {
    const { authorize, token, secret } = await limited();
    const signed = signAddress(secret, '192.0.2.7', NOW);
    const effectWith = async (headers: Readonly<Record<string, string[]>>, from?: string) => {
      const [statement] = await effectOf(
        authorize([token], { headers, ...(from !== undefined && { from }) }),
      );
      return statement?.Effect;
    };
    expect(await effectWith({ 'X-Caller-Address': [signed] })).toBe('Allow');
    expect(await effectWith({ 'x-caller-address': [signed] })).toBe('Allow');
    const elsewhere = signAddress(secret, '203.0.113.8', NOW);
    expect(await effectWith({ 'X-Caller-Address': [elsewhere] }, '192.0.2.7')).toBe('Deny');
    for (const forged of [
      ['192.0.2.7'],
      [signAddress(token, '192.0.2.7', NOW)],
      [signAddress('', '192.0.2.7', NOW)],
      [signAddress(secret, '192.0.2.7', new Date(NOW.getTime() - 60_000))],
      [signed, signed],
      [signed, '192.0.2.7'],
    ]) {
      expect(await effectWith({ 'X-Caller-Address': forged }), forged.join()).toBe('Deny');
    }
    expect(await effectWith({ 'X-Forwarded-For': ['192.0.2.7'] })).toBe('Deny');
  });

  it('passes the address of its caller on to the MCP server, signed, and nowhere else', async () => {
    const { authorize, token, make } = await limited();
    const mcp = { method: 'POST', resource: '/v1/mcp', from: '192.0.2.7' };
    const { context } = await authorize([token], mcp);
    const headers = { 'X-Caller-Address': [String(context?.['signedAddress'])] };
    expect(await effectOf(authorize([token], { headers }))).toMatchObject([{ Effect: 'Allow' }]);
    expect((await authorize([token], { from: '192.0.2.7' })).context).not.toHaveProperty('signedAddress');
    const anywhere = await make([]);
    expect((await authorize([anywhere.token], mcp)).context).not.toHaveProperty('signedAddress');
  });
});

describe('a connected app', () => {
  const MCP = { method: 'POST', resource: '/v1/mcp', header: 'Authorization' };
  const connected = async (changes = {}) => {
    const fixture = prepare();
    const client = { id: 'https://agent.example/client.json', name: 'Agent' };
    const { token } = await fixture.make(['person:read'], { client, ...changes });
    const [item] = await fixture.keyItems();
    const secret = String(item?.['addressSecret']);
    return { ...fixture, token, signed: signAddress(secret, '192.0.2.7', NOW) };
  };

  it('may use the MCP server as a bearer, which passes on the address of its caller', async () => {
    const { authorize, token, recordUse } = await connected();
    const { policyDocument, context } = await authorize([`Bearer ${token}`], { ...MCP, from: '192.0.2.7' });
    expect(policyDocument.Statement).toMatchObject([{ Effect: 'Allow' }]);
    expect(recordUse).toHaveBeenCalledTimes(1);
    const headers = { 'X-Caller-Address': [String(context?.['signedAddress'])] };
    expect(await effectOf(authorize([token], { headers }))).toMatchObject([{ Effect: 'Allow' }]);
  });

  it('may use the data API only through the MCP server, within its permissions', async () => {
    const { authorize, token, signed, recordUse } = await connected();
    for (const headers of [
      {},
      { 'X-Caller-Address': ['192.0.2.7'] },
      { 'X-Caller-Address': [signAddress(token, '192.0.2.7', NOW)] },
      { 'X-Caller-Address': [signed, signed] },
      { 'X-Caller-Address': [`${signed}x`] },
    ]) {
      await expect(authorize([token], { headers })).rejects.toThrow('Unauthorized');
    }
    await expect(authorize([token], { ...MCP, header: 'X-Api-Key' })).rejects.toThrow('Unauthorized');
    expect(recordUse).not.toHaveBeenCalled();
    const headers = { 'X-Caller-Address': [signed] };
    expect(await effectOf(authorize([token], { headers }))).toMatchObject([{ Effect: 'Allow' }]);
    const denied = await authorize([token], { headers, resource: '/v1/company/{id}' });
    expect(denied.context).toMatchObject({ deniedMember: 'missingPermissions' });
  });

  it('is limited to the addresses of its caller like a key', async () => {
    const { authorize, token, signed } = await connected({ allowedAddresses: ['192.0.2.0/24'] });
    const headers = { 'X-Caller-Address': [signed] };
    expect(await effectOf(authorize([token], { headers }))).toMatchObject([{ Effect: 'Allow' }]);
    const denied = await authorize([`Bearer ${token}`], { ...MCP, from: '203.0.113.7' });
    expect(denied.context).toMatchObject({ deniedMember: 'addresses' });
  });

  it('is refused with an expired token, which the log of its organization tells', async () => {
    const { authorize, token, store, keyItems, logRefusal } = await connected();
    const [item] = await keyItems();
    await store.writer.transact([
      changeKey(String(item?.['id']), Number(item?.['version']), { tokenExpiresAt: NOW.toISOString() }),
    ]);
    await expect(authorize([`Bearer ${token}`], MCP)).rejects.toThrow('Unauthorized');
    expect(logRefusal.mock.calls).toMatchObject([[{ reason: 'token-expired' }]]);
  });
});
