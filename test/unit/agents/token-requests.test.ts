import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serveOAuth } from '../../../functions/agents/serve-oauth/handler.ts';
import { codeOf } from '../../../shared/agents/credentials.ts';
import { isSameResource } from '../../../shared/agents/resource.ts';
import { OAUTH_PATHS } from '../../../shared/contract/oauth.ts';
import { randomSecret } from '../../../shared/keys/token.ts';
import { REDIRECT_URI } from '../../support/agents/app-request.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Posts a form, and counts the reads of the table. */
const post = async (fields: Readonly<Record<string, string>>) => {
  const { store } = createKeyFixture(createLaggingTable());
  const get = vi.fn(store.reader.get);
  const handle = serveOAuth({
    table: { ...store, reader: { ...store.reader, get } },
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
  const response: APIGatewayProxyResult = await handle(event, lambdaContext());
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

it('registers clients only if the service allows it', async () => {
  const register = async (allowsRegistration: boolean): Promise<number> => {
    const handle = serveOAuth({
      table: createKeyFixture(createLaggingTable()).store,
      now: () => new Date(),
      dataApiUrl: 'https://api.example.com',
      consoleUrl: 'https://admin.example.com/console',
      allowsRegistration,
    });
    const event = {
      ...proxyEvent({ organizationId: '', resource: OAUTH_PATHS.registration }),
      httpMethod: 'POST',
      multiValueHeaders: { 'Content-Type': ['application/json'] },
      body: JSON.stringify({ client_name: 'Agent', redirect_uris: [REDIRECT_URI] }),
    };
    const response: APIGatewayProxyResult = await handle(event, lambdaContext());
    return response.statusCode;
  };
  expect([await register(true), await register(false)]).toEqual([201, 404]);
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
