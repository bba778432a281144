import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serveOAuth } from '../../../functions/agents/serve-oauth/handler.ts';
import { checkAuthorizationRequest } from '../../../shared/agents/authorization-request.ts';
import { connectApp } from '../../../shared/agents/connect-app.ts';
import { codeOf } from '../../../shared/agents/credentials.ts';
import type { ExchangeStore } from '../../../shared/agents/exchange-code.ts';
import { isSameResource } from '../../../shared/agents/resource.ts';
import { OAUTH_PATHS, oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { GatewayBusyError } from '../../../shared/keys/gateway-keys.ts';
import { randomSecret } from '../../../shared/keys/token.ts';
import { putUser } from '../../../shared/organizations/users/user-repository.ts';
import { APP_REQUEST, clientId, REDIRECT_URI, VERIFIER } from '../../support/agents/app-request.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Posts a form. */
const postTo = (
  table: ExchangeStore,
  fields: Readonly<Record<string, string>>,
): Promise<APIGatewayProxyResult> => {
  const handle = serveOAuth({
    table,
    now: () => new Date(),
    dataApiUrl: 'https://api.example.com',
    consoleUrl: 'https://admin.example.com/console',
    allowsRegistration: true,
  });
  const event = {
    ...proxyEvent({ organizationId: '', resource: OAUTH_PATHS.token }),
    httpMethod: 'POST',
    multiValueHeaders: { 'Content-Type': ['application/x-www-form-urlencoded'] },
    body: String(new URLSearchParams(fields)),
  };
  return handle(event, lambdaContext());
};

/** Posts a form, and counts the reads of the table. */
const post = async (fields: Readonly<Record<string, string>>) => {
  const { store } = createKeyFixture(createLaggingTable());
  const get = vi.fn(store.reader.get);
  const response = await postTo({ ...store, reader: { ...store.reader, get } }, fields);
  return { error: JSON.parse(response.body).error, reads: get.mock.calls.length };
};

const CODE = codeOf('5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e', randomSecret());
/** The same with another checksum. */
const MISTYPED = CODE.slice(0, -1) + (CODE.endsWith('0') ? '1' : '0');

describe('a token request', () => {
  it.each([
    ['no code', { grant_type: 'authorization_code', code: 'x' }],
    ['a code with a wrong checksum', { grant_type: 'authorization_code', code: MISTYPED }],
    ['no refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }],
    ['a code as refresh token', { grant_type: 'refresh_token', refresh_token: CODE }],
    [
      'a refresh token with a wrong checksum',
      { grant_type: 'refresh_token', refresh_token: MISTYPED.replace('code', 'refresh') },
    ],
  ])('with %s is refused without a read', async (_, fields) => {
    expect(await post({ ...fields, client_id: 'x', code_verifier: 'x' })).toEqual({
      error: 'invalid_grant',
      reads: 0,
    });
  });

  it('with a well-formed code costs one read', async () => {
    const fields = { grant_type: 'authorization_code', code: CODE, client_id: 'x', code_verifier: 'x' };
    expect(await post(fields)).toEqual({ error: 'invalid_grant', reads: 1 });
  });
});

describe('registration', () => {
  const METADATA = { client_name: 'Agent', redirect_uris: [REDIRECT_URI] };

  const call = async (
    httpMethod: string,
    {
      query,
      token,
      body,
      allowsRegistration = true,
    }: {
      readonly query?: Readonly<Record<string, string>>;
      readonly token?: string;
      readonly body?: unknown;
      readonly allowsRegistration?: boolean;
    },
  ) => {
    const handle = serveOAuth({
      table: createKeyFixture(createLaggingTable()).store,
      now: () => new Date(),
      dataApiUrl: 'https://api.example.com',
      consoleUrl: 'https://admin.example.com/console',
      allowsRegistration,
    });
    const event = {
      ...proxyEvent({ organizationId: '', resource: OAUTH_PATHS.registration, ...(query && { query }) }),
      httpMethod,
      multiValueHeaders: {
        'Content-Type': ['application/json'],
        ...(token !== undefined && { Authorization: [`Bearer ${token}`] }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    };
    const { statusCode, body: text }: APIGatewayProxyResult = await handle(event, lambdaContext());
    return { status: statusCode, json: JSON.parse(text) };
  };

  const prepare = async () => {
    const { json } = await call('POST', { body: METADATA });
    const uri = new URL(json.registration_client_uri);
    return {
      id: String(json.client_id),
      uri,
      request: {
        query: Object.fromEntries(uri.searchParams),
        token: String(json.registration_access_token),
      },
    };
  };

  it('registers clients only if the service allows it', async () => {
    const statuses = [true, false].map(async (allowsRegistration) => {
      const { status } = await call('POST', { body: METADATA, allowsRegistration });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([201, 404]);
  });

  it('is read with its own token only', async () => {
    const { id, uri, request } = await prepare();
    expect(uri.origin + uri.pathname).toBe('https://api.example.com/oauth/register');
    const read = await call('GET', request);
    expect(read).toMatchObject({ status: 200, json: { ...METADATA, client_id: id } });
    expect(read.json.registration_access_token).toBe(request.token);
    const invalid = { status: 401, json: { error: 'invalid_token' } };
    expect(await call('GET', { query: request.query })).toMatchObject(invalid);
    expect(await call('GET', { token: request.token })).toMatchObject(invalid);
    expect(await call('GET', { ...request, query: { client_id: clientId('Other') } })).toMatchObject(invalid);
  });

  it('is updated to what it is, and to nothing else', async () => {
    const { id, request } = await prepare();
    const update = (body: object) => call('PUT', { ...request, body });
    expect(await update({ ...METADATA, client_id: id })).toMatchObject({ status: 200, json: METADATA });
    expect(await update({ ...METADATA, client_id: id, client_name: 'Renamed' })).toMatchObject({
      status: 403,
      json: { error: 'access_denied' },
    });
    expect(await update(METADATA)).toMatchObject({ status: 400, json: { error: 'invalid_client_metadata' } });
    expect(await call('PUT', { query: request.query, body: METADATA })).toMatchObject({ status: 401 });
  });
});

describe('an exchange while API Gateway has no room for keys', () => {
  it('returns 503 with Retry-After, and works with the same code later', async () => {
    const { store, organizationId } = createKeyFixture(createLaggingTable());
    const owner = {
      ...{ id: ACTOR.id, organizationId, email: 'owner@acme.example', role: 'admin' as const },
      ...{ identityProvider: null, isDisabled: false, hasSignedIn: true, lastSignInAt: null },
      ...{ invitedAt: '2026-01-31T09:30:00.000Z', invitedBy: null },
    };
    await store.writer.transact([putUser(owner, undefined)]);
    const checked = await checkAuthorizationRequest(
      APP_REQUEST,
      { allowsRegistration: true },
      oauthAddresses('https://api.example.com'),
    );
    const grant = { organizationId, permissions: [], actor: ACTOR, endsAt: null };
    const code = await connectApp(store, checked, grant, { isLimited: false });
    const fields = {
      ...{ grant_type: 'authorization_code', code, code_verifier: VERIFIER },
      client_id: APP_REQUEST.client_id,
    };
    const create = () => Promise.reject(new GatewayBusyError('API Gateway rejected the call.'));
    const refused = await postTo({ ...store, gatewayKeys: { create } }, fields);
    expect([refused.statusCode, refused.headers?.['Retry-After']]).toEqual([503, '5']);
    expect(JSON.parse(refused.body)).toMatchObject({ type: 'urn:sales-data:problem:service-unavailable' });
    expect((await postTo(store, fields)).statusCode).toBe(200);
  });
});

describe('the resource of a request', () => {
  const RESOURCE = 'https://api.example.com/v1/mcp';

  it.each([
    [undefined, true],
    [RESOURCE, true],
    [`${RESOURCE}/`, true],
    ['HTTPS://API.example.COM:443/v1/mcp', true],
    ['https://api.example.com/v1/MCP', false],
    ['https://api.example.com:8443/v1/mcp', false],
    ['http://api.example.com/v1/mcp', false],
    ['https://api.example.com', false],
    [`${RESOURCE}?x=1`, false],
    [`${RESOURCE}//`, false],
    ['api.example.com/v1/mcp', false],
    ['', false],
  ])('is compared as a URI: %s is %s', (given, expected) => {
    expect(isSameResource(given, RESOURCE)).toBe(expected);
  });
});
