import { expect, it } from 'vitest';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { APP_PERMISSIONS, OAUTH_PATHS } from '../../../shared/contract/agents/oauth.ts';
import { clientId, REDIRECT_URI } from '../../support/agents/app-request.ts';
import {
  ADDRESSES,
  askMcp,
  bearer,
  connectAs,
  exchange,
  exchangeOf,
  grantedCode,
  listedApp,
  post,
  REQUEST,
  refresh,
  revokeToken,
  statusOf,
  type TokenResponse,
} from '../../support/agents/oauth-flow.ts';
import { send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  adminApi,
  bodyOf,
  describeAdmin,
  newOrganization,
} from '../../support/organizations/admin.ts';
import { type ApiResponse, call, service } from '../../support/service/service.ts';

const { admin: adminUser, member } = await newOrganization();
const other = service.second.admin;

const expectError = (response: ApiResponse, error: string): void => {
  expect([response.status, response.json]).toEqual([400, { error, error_description: expect.any(String) }]);
  expect(response.headers['cache-control']).toBe('no-store');
};

const ask = (changes: Readonly<Record<string, string | undefined>> = {}, as = adminUser) => {
  const given = Object.entries({ ...REQUEST, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return admin(`/app-requests?${new URLSearchParams(given)}`, { as });
};

interface LoggedAction {
  readonly action: string;
  readonly actor: { readonly id: string };
  readonly details: Readonly<Record<string, unknown>>;
}

const auditOf = async (id: string): Promise<readonly LoggedAction[]> =>
  bodyOf<{ items: LoggedAction[] }>(await admin(`/audit-log?targetId=${id}`, { as: adminUser })).items;

describeAdmin('discovery', () => {
  it('leads from a 401 to the metadata of the resource and of the authorization server', async () => {
    const { status, headers } = await send(ADDRESSES.resource, { method: 'POST', body: '{}' });
    const found = /^Bearer resource_metadata="([^"]+)", ApiKey /.exec(headers['www-authenticate'] ?? '');
    expect([status, found?.[1]]).toEqual([401, ADDRESSES.resourceMetadata]);
    const resource = JSON.parse((await send(ADDRESSES.resourceMetadata)).text);
    expect(resource).toMatchObject({
      resource: ADDRESSES.resource,
      authorization_servers: [ADDRESSES.issuer],
      scopes_supported: [...APP_PERMISSIONS],
      bearer_methods_supported: ['header'],
    });
    const { origin, pathname } = new URL(ADDRESSES.issuer);
    const server = JSON.parse(
      (await send(`${origin}/.well-known/oauth-authorization-server${pathname}`)).text,
    );
    expect(server).toMatchObject({
      issuer: ADDRESSES.issuer,
      authorization_endpoint: `${adminApi().url}/console`,
      token_endpoint: service.baseUrl + OAUTH_PATHS.token,
      registration_endpoint: service.baseUrl + OAUTH_PATHS.registration,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const openId = await send(`${ADDRESSES.issuer}/.well-known/openid-configuration`);
    expect(JSON.parse(openId.text)).toMatchObject(server);
    expect(openId.headers['cache-control']).toBe('public, max-age=300');
    expect(JSON.parse((await send(JSON.parse(openId.text).jwks_uri)).text)).toEqual({ keys: [] });
  });

  it('has no other documents, and says which methods paths support', async () => {
    const unknown = await send(`${service.baseUrl}/.well-known/other`);
    expect([unknown.status, JSON.parse(unknown.text).type]).toEqual([
      404,
      'urn:sales-data:problem:not-found',
    ]);
    const { status, headers } = await send(service.baseUrl + OAUTH_PATHS.token);
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});

describeAdmin('an authorization request', () => {
  it('is described to the user, with where a denial leads', async () => {
    const denial = new URLSearchParams({ error: 'access_denied', state: 'a state', iss: ADDRESSES.issuer });
    expect(
      bodyOf(await ask({ scope: 'person:read webhook:manage openid', client_id: clientId(' A\u202Egent ') })),
    ).toEqual({
      client: { id: expect.stringMatching(/^registered\./), name: 'A gent', host: null },
      redirectTarget: 'agent.example',
      permissions: ['person:read'],
      denialUrl: `${REDIRECT_URI}?${denial}`,
    });
  });

  it.each([
    ['response_type', 'token'],
    ['response_type', undefined],
    ['code_challenge', undefined],
    ['code_challenge', 'short'],
    ['code_challenge_method', 'plain'],
    ['code_challenge_method', undefined],
    ['resource', 'https://other.example/v1/mcp'],
    ['resource', `${ADDRESSES.resource}//`],
    ['resource', service.baseUrl],
    ['client_id', 'unknown'],
    ['client_id', 'registered.bm8'],
    ['client_id', 'https://127.0.0.1/client.json'],
    ['client_id', 'https://169.254.169.254/latest/meta-data'],
    ['client_id', 'http://client.example/client.json'],
    ['client_id', 'https://client.example/'],
    ['client_id', 'https://client.example/a/../client.json'],
    ['redirect_uri', 'https://evil.example/callback'],
    ['redirect_uri', `${REDIRECT_URI}/`],
    ['redirect_uri', `${REDIRECT_URI}?x=1`],
    ['redirect_uri', `${REDIRECT_URI}#x`],
    ['redirect_uri', 'https://agent.example.evil.example/callback'],
    ['redirect_uri', 'https://agent.example@evil.example/callback'],
    ['redirect_uri', 'https://agent.example:8443/callback'],
    ['redirect_uri', 'https://AGENT.example/callback'],
    ['redirect_uri', 'https://agent.example/x/../callback'],
    ['redirect_uri', undefined],
  ])('is refused without a redirect if `%s` is %s', async (parameter, value) => {
    const changes = { [parameter]: value };
    const described = expectProblem(await ask(changes), 400, 'invalid-request');
    expect(described.errors?.map((error) => error.parameter)).toContain(parameter);
    const body = { ...REQUEST, ...changes, permissions: [] };
    expectProblem(
      await admin('/app-requests', { as: adminUser, method: 'POST', body }),
      400,
      'invalid-request',
    );
  });

  it('asks for all that an app can have if it names no permission that exists', async () => {
    for (const scope of ['offline_access', 'openid profile', 'read write']) {
      expect(bodyOf(await ask({ scope }))).toMatchObject({ permissions: [...APP_PERMISSIONS] });
    }
  });

  it('may name another port of a loopback address, and nothing else', async () => {
    const client_id = clientId('Local', ['http://127.0.0.1/cb', 'http://localhost:3000/cb?a=1']);
    for (const redirect_uri of ['http://127.0.0.1:49152/cb', 'http://localhost:1/cb?a=1']) {
      expect(bodyOf(await ask({ client_id, redirect_uri }))).toMatchObject({
        redirectTarget: 'this computer',
      });
    }
    for (const redirect_uri of [
      'http://127.0.0.1:49152/other',
      'http://localhost:3000/cb',
      'http://127.0.0.2/cb',
    ]) {
      expectProblem(await ask({ client_id, redirect_uri }), 400, 'invalid-request');
    }
  });

  it('is granted by a signed-in user only, who may grant the permissions', async () => {
    expect((await admin('/app-requests', { as: null, method: 'POST', body: {} })).status).toBe(401);
    const grant = (permissions: readonly string[], as = member) =>
      admin('/app-requests', { as, method: 'POST', body: { ...REQUEST, scope: 'person:read', permissions } });
    expectProblem(await grant(['person:read']), 403, 'forbidden');
    expectProblem(await grant(['company:read'], adminUser), 400, 'invalid-request');
    expectProblem(await grant(['webhook:manage'], adminUser), 400, 'invalid-request');
    const { redirectUrl } = bodyOf<{ redirectUrl: string }>(await grant([]), 201);
    const response = new URL(redirectUrl);
    expect(response.origin + response.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(response.searchParams)).toEqual({
      code: expect.stringMatching(/^sd_code_/),
      state: 'a state',
      iss: ADDRESSES.issuer,
    });
  });
});

describeAdmin('a connected app', () => {
  it('calls tools with its access token, within its permissions', async () => {
    const app = await connectAs(adminUser, ['person:read', 'person:list']);
    expect(app).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'person:read person:list' });
    const tools = await askMcp(bearer(app.access_token));
    expect(tools.status, tools.text).toBe(200);
    expect(tools.headers).toHaveProperty('ratelimit-policy');
    expect(tools.text).toContain('find_people');
    expect(tools.text).not.toContain('list_call_lists');
    const described = await askMcp(bearer(app.access_token), 'tools/call', {
      name: 'describe_key',
      arguments: {},
    });
    expect(described.json).toMatchObject({
      result: { structuredContent: { name: 'Agent', permissions: ['person:read', 'person:list'] } },
    });
  });

  it('is listed with the keys, audited, changed and revoked like one', async () => {
    const { id, access_token } = await connectAs(adminUser, ['person:read']);
    expect(await listedApp(adminUser, id)).toMatchObject({
      kind: 'app',
      name: 'Agent',
      client: { id: REQUEST.client_id, name: 'Agent', endsAt: null },
      state: 'active',
      plan: 'standard',
      permissions: ['person:read'],
      hint: `sd_live_…${access_token.slice(-4)}`,
      ownerId: adminUser.userId,
      createdBy: adminUser.email,
      expiresAt: expect.any(String),
    });
    expect(await statusOf(access_token)).toBe(200);
    expect(await listedApp(adminUser, id)).toMatchObject({ lastUsedAt: expect.any(String) });
    const body = { name: 'Renamed', permissions: [], allowedAddresses: ['203.0.113.0/24'] };
    bodyOf(await admin(`/api-keys/${id}`, { as: adminUser, method: 'PATCH', body }));
    expect(await statusOf(access_token)).toBe(403);
    const anywhere = { allowedAddresses: null };
    bodyOf(await admin(`/api-keys/${id}`, { as: adminUser, method: 'PATCH', body: anywhere }));
    expect(await statusOf(access_token)).toBe(200);
    const rotate = { as: adminUser, method: 'POST', body: { graceSeconds: 60 } };
    expectProblem(await admin(`/api-keys/${id}/rotate`, rotate), 409, 'conflict');
    bodyOf(await admin(`/api-keys/${id}`, { as: adminUser, method: 'DELETE' }));
    expect(await statusOf(access_token)).toBe(401);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'api_key.revoked',
      'api_key.updated',
      'api_key.updated',
      'api_key.created',
    ]);
  });

  it('renews its tokens after a change, which keeps the secret of the app', async () => {
    const { id, refresh_token } = await connectAs(adminUser);
    const body = { allowedAddresses: ['127.0.0.1'] };
    bodyOf(await admin(`/api-keys/${id}`, { as: adminUser, method: 'PATCH', body }));
    const renewed = bodyOf<TokenResponse>(await refresh(refresh_token));
    expect(await statusOf(renewed.access_token)).toBe(200);
    expectError(await refresh(renewed.refresh_token, { client_id: clientId('Thief') }), 'invalid_grant');
    bodyOf(await refresh(renewed.refresh_token));
  });

  it('belongs to the organization of its user, and is hidden from others', async () => {
    const app = await connectAs(member);
    expect(await listedApp(member, app.id)).toMatchObject({ permissions: [], ownerId: member.userId });
    expect(await listedApp(adminUser, app.id)).toBeDefined();
    expect(await listedApp(other, app.id)).toBeUndefined();
    expect((await admin(`/api-keys/${app.id}`, { as: other, method: 'DELETE' })).status).toBe(404);
    expect(await statusOf(app.access_token)).toBe(200);
  });

  it('is not listed and has no token before its code is exchanged', async () => {
    const code = await grantedCode(adminUser, ['person:read']);
    const id = (code.split('_')[2] ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(await listedApp(adminUser, id)).toBeUndefined();
    bodyOf(await exchange(code));
    expect(await listedApp(adminUser, id)).toBeDefined();
  });
});

describeAdmin('an access token', () => {
  it('is valid for the MCP server alone, as a bearer token', async () => {
    const { access_token } = await connectAs(adminUser, APP_PERMISSIONS);
    expect((await askMcp({ 'X-Api-Key': access_token })).status).toBe(401);
    for (const path of ['/v1/key', '/v1/person', '/v1/call-list', '/v1/event']) {
      expectProblem(await call(path, { key: access_token }), 401, 'unauthorized');
      expect((await send(service.baseUrl + path, { headers: bearer(access_token) })).status, path).toBe(401);
      const headers = { 'X-Caller-Address': '127.0.0.1;9999999999999;x' };
      expectProblem(await call(path, { key: access_token, headers }), 401, 'unauthorized');
    }
  });

  it('cannot be tried in the console, which sends requests to the data API', async () => {
    const { access_token } = await connectAs(adminUser, APP_PERMISSIONS);
    const body = { operation: 'getKey', apiKey: access_token };
    const tried = bodyOf<{ status: number }>(
      await admin('/try-requests', { as: adminUser, method: 'POST', body }),
    );
    expect(tried.status).toBe(401);
  });

  it('is no refresh token, no code, and no token of another app', async () => {
    const [one, two] = [await connectAs(adminUser), await connectAs(adminUser)];
    expectError(await refresh(one.access_token), 'invalid_grant');
    expectError(await exchange(one.access_token), 'invalid_grant');
    expect(await statusOf(one.refresh_token)).toBe(401);
    expect(await statusOf(one.code)).toBe(401);
    const mixed = one.access_token.slice(0, 41) + two.access_token.slice(41);
    expect(await statusOf(mixed)).toBe(401);
  });
});

describeAdmin('a code', () => {
  it.each([
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['a made-up code', { code: `sd_code_${'0'.repeat(32)}_${'0'.repeat(49)}` }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('is refused with %s', async (_, changes, error) => {
    expectError(await exchange('sd_code_x', changes), error);
  });

  it('is refused with another redirect URI, and still works for its client', async () => {
    const code = await grantedCode(adminUser, []);
    const redirect_uri = 'https://evil.example/callback';
    expectError(await exchange(code, { redirect_uri }), 'invalid_grant');
    bodyOf(await exchange(code));
  });

  it('revokes what it gave if it is used again', async () => {
    const { id, code, access_token, refresh_token } = await connectAs(adminUser);
    expect(await statusOf(access_token)).toBe(200);
    expectError(await exchange(code, { code_verifier: 'x'.repeat(43) }), 'invalid_grant');
    expect(await statusOf(access_token)).toBe(401);
    expectError(await refresh(refresh_token), 'invalid_grant');
    expect(await listedApp(adminUser, id)).toMatchObject({ state: 'revoked' });
    const [revoked] = await auditOf(id);
    expect(revoked).toMatchObject({
      action: 'api_key.revoked',
      actor: { id: `key:${id}` },
      details: { reason: 'code_reuse' },
    });
  });

  it('yields one app to concurrent requests, which revoke it', async () => {
    const code = await grantedCode(adminUser, []);
    const responses = await Promise.all([exchange(code), exchange(code), exchange(code)]);
    const granted = responses.filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(1);
    for (const { json } of granted) expect(await statusOf((json as TokenResponse).access_token)).toBe(401);
  });

  it('is refused with repeated parameters and in another media type', async () => {
    const form = new URLSearchParams(exchangeOf(await grantedCode(adminUser, [])) as Record<string, string>);
    expectError(await post(OAUTH_PATHS.token, `${form}&client_id=x`), 'invalid_request');
    const url = service.baseUrl + OAUTH_PATHS.token;
    const headers = { 'Content-Type': 'application/json' };
    const response = await send(url, { method: 'POST', headers, body: '{}' });
    expect([response.status, JSON.parse(response.text).error]).toEqual([400, 'invalid_request']);
  });
});

describeAdmin('a refresh token', () => {
  it('is replaced with each use, with the access token', async () => {
    const first = await connectAs(adminUser, ['person:read']);
    const second = bodyOf<TokenResponse>(await refresh(first.refresh_token));
    expect(second).toMatchObject({ scope: 'person:read', expires_in: 3_600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await statusOf(second.access_token)).toBe(200);
  });

  it('yields the same tokens to a client that lost the response, or asks twice at once', async () => {
    const { refresh_token } = await connectAs(adminUser);
    const responses = await Promise.all([
      refresh(refresh_token),
      refresh(refresh_token),
      refresh(refresh_token),
    ]);
    const [first, ...others] = responses.map((response) => {
      const { access_token, refresh_token: next } = bodyOf<TokenResponse>(response);
      return { access_token, next };
    });
    expect(others).toEqual([first, first]);
    expect(await statusOf(first?.access_token ?? '')).toBe(200);
  });

  it('revokes the app if it was replaced before', async () => {
    const { id, refresh_token } = await connectAs(adminUser);
    const second = bodyOf<TokenResponse>(await refresh(refresh_token));
    const third = bodyOf<TokenResponse>(await refresh(second.refresh_token));
    expectError(await refresh(refresh_token), 'invalid_grant');
    expect(await statusOf(third.access_token)).toBe(401);
    expectError(await refresh(third.refresh_token), 'invalid_grant');
    const [revoked] = await auditOf(id);
    expect(revoked).toMatchObject({ details: { reason: 'refresh_token_reuse' } });
  });

  it('cannot be made up by someone who knows the public id', async () => {
    const { id, access_token, refresh_token } = await connectAs(adminUser);
    const swapped = (await connectAs(adminUser)).refresh_token.replace(
      /_[0-9a-f]{32}_/,
      `_${id.replaceAll('-', '')}_`,
    );
    for (const forged of [
      refresh_token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      swapped,
      'sd_refresh_x',
      '',
    ]) {
      expect((await refresh(forged)).status).toBe(400);
    }
    expect(await statusOf(access_token)).toBe(200);
  });
});

describeAdmin('revocation', () => {
  it.each(['access_token', 'refresh_token'] as const)('ends an app by its %s', async (name) => {
    const app = await connectAs(adminUser);
    expect((await revokeToken(app[name])).status).toBe(200);
    expect(await statusOf(app.access_token)).toBe(401);
    expectError(await refresh(app.refresh_token), 'invalid_grant');
    const [revoked] = await auditOf(app.id);
    expect(revoked).toMatchObject({ details: { reason: 'client_request' } });
  });

  it('accepts any other text without effect, also an API key', async () => {
    const app = await connectAs(adminUser);
    const wrong = app.refresh_token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const token of ['x', service.first.key, wrong, app.code]) {
      expect((await revokeToken(token)).status).toBe(200);
    }
    expect(await statusOf(app.access_token)).toBe(200);
    expect((await call('/v1/key')).status).toBe(200);
  });
});

describeAdmin('registration', () => {
  const register = async (metadata: unknown): Promise<ApiResponse> => {
    const response = await send(service.baseUrl + OAUTH_PATHS.registration, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    return { ...response, json: JSON.parse(response.text) };
  };

  it('makes a public client, whatever else it asks for', async () => {
    const response = await register({
      client_name: 'Agent',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'anything',
    });
    expect([response.status, response.json]).toEqual([
      201,
      {
        client_id: REQUEST.client_id,
        client_id_issued_at: expect.any(Number),
        client_name: 'Agent',
        redirect_uris: [REDIRECT_URI],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        registration_client_uri: `${service.baseUrl}${OAUTH_PATHS.registration}?client_id=${REQUEST.client_id}`,
        registration_access_token: expect.stringMatching(/^sd_registration_/),
      },
    ]);
  });

  it('is read where its response says, and has no other methods than to update it', async () => {
    const { json: registered } = await register({ client_name: 'Agent', redirect_uris: [REDIRECT_URI] });
    const { client_id_issued_at: _, ...expected } = Object(registered);
    const { registration_client_uri: uri, registration_access_token: token } = expected;
    const read = await send(uri, { headers: bearer(token) });
    expect([read.status, JSON.parse(read.text)]).toEqual([200, expected]);
    expect((await send(uri)).status).toBe(401);
    const refused = await send(uri, { method: 'DELETE', headers: bearer(token) });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST, GET, PUT']);
  });

  it.each([
    ['javascript://agent.example/%0Aalert(1)'],
    ['ms-msdt://x/'],
    ['data:text/html,x'],
    ['http://agent.example/callback'],
    ['https://agent.example/callback#x'],
    ['https://user@agent.example/callback'],
    ['/callback'],
    ['//agent.example/callback'],
    ['https://agent.example/\r\nSet-Cookie: x'],
  ])('rejects the redirect URI %s', async (uri) => {
    expectError(await register({ redirect_uris: [uri] }), 'invalid_redirect_uri');
  });

  it('drops the redirect URIs that no client may have', async () => {
    const loopback = 'http://localhost:8787/callback';
    const response = await register({
      client_name: 'Agent',
      redirect_uris: ['agentbot://mcp/callback', loopback, 'com.example.agent:/callback'],
    });
    const redirect_uris = [loopback, 'com.example.agent:/callback'];
    expect(response.json).toMatchObject({ client_id: clientId('Agent', redirect_uris), redirect_uris });
  });

  it('rejects what is no list of redirect URIs, and metadata that are too long', async () => {
    for (const redirect_uris of [undefined, [], 'https://agent.example', [1], Array(11).fill(REDIRECT_URI)]) {
      expectError(await register({ redirect_uris }), 'invalid_redirect_uri');
    }
    expectError(await register(null), 'invalid_redirect_uri');
    const long = Array.from({ length: 5 }, (_, index) => `https://agent.example/${index}/${'x'.repeat(400)}`);
    expectError(await register({ redirect_uris: long }), 'invalid_client_metadata');
  });
});

it('keeps the MCP server at one path', () => {
  expect(ADDRESSES.resource).toBe(service.baseUrl + MCP_ROUTE.path);
});
