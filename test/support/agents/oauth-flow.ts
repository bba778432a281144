import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { OAUTH_PATHS, oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { send } from '../http/http.ts';
import { admin, bodyOf, type KeyDocument, listKeysAs } from '../organizations/admin.ts';
import type { SampleUser } from '../organizations/organization-users.ts';
import { type ApiResponse, patiently, service } from '../service/service.ts';
import { APP_REQUEST, VERIFIER } from './app-request.ts';

export const ADDRESSES = oauthAddresses(service.baseUrl);

/** The authorization request of the client `Agent`. */
export const REQUEST = { ...APP_REQUEST, resource: ADDRESSES.resource };

type Fields = Readonly<Record<string, string | undefined>>;

const formOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString();

/** Posts a form to the authorization server. */
export const post = async (path: string, fields: Fields | string): Promise<ApiResponse> =>
  patiently([429], async () => {
    const response = await send(service.baseUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: typeof fields === 'string' ? fields : formOf(fields),
    });
    return { ...response, json: JSON.parse(response.text) };
  });

export interface TokenResponse {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** The code of a client that a user connects. */
export const grantedCode = async (
  as: SampleUser,
  permissions: readonly string[],
  changes: Fields = {},
): Promise<string> => {
  const body = { ...REQUEST, ...changes, permissions };
  const granted = await admin('/app-requests', { as, method: 'POST', body });
  const { redirectUrl } = bodyOf<{ redirectUrl: string }>(granted, 201);
  return new URL(redirectUrl).searchParams.get('code') ?? '';
};

/**
 * Allows an app what it asks for, as the page does that its client opens.
 *
 * @param authorizationUrl the address that the client opens
 * @returns the address of the client to which the page leads
 */
export const allow = async (
  authorizationUrl: string,
  as: SampleUser,
  permissions: readonly string[],
): Promise<string> => {
  const parameters = Object.fromEntries(new URL(authorizationUrl).searchParams);
  const granted = await admin('/app-requests', { as, method: 'POST', body: { ...parameters, permissions } });
  return bodyOf<{ redirectUrl: string }>(granted, 201).redirectUrl;
};

/** The token request for a code of the client `Agent`. */
export const exchangeOf = (code: string): Fields => ({
  grant_type: 'authorization_code',
  code,
  client_id: REQUEST.client_id,
  redirect_uri: REQUEST.redirect_uri,
  code_verifier: VERIFIER,
  resource: ADDRESSES.resource,
});

export const exchange = (code: string, changes: Fields = {}): Promise<ApiResponse> =>
  post(OAUTH_PATHS.token, { ...exchangeOf(code), ...changes });

export const refresh = (refreshToken: string, changes: Fields = {}): Promise<ApiResponse> =>
  post(OAUTH_PATHS.token, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: REQUEST.client_id,
    resource: ADDRESSES.resource,
    ...changes,
  });

export const revokeToken = (token: string): Promise<ApiResponse> =>
  post(OAUTH_PATHS.revocation, { token, client_id: REQUEST.client_id });

export interface ConnectedApp extends TokenResponse {
  readonly code: string;
  readonly id: string;
}

/** Connects the client `Agent` as a user. */
export const connectAs = async (
  as: SampleUser,
  permissions: readonly string[] = [],
): Promise<ConnectedApp> => {
  const code = await grantedCode(as, permissions);
  const tokens = bodyOf<TokenResponse>(await exchange(code));
  const id = tokens.access_token.slice('sd_live_'.length).split('_')[0] ?? '';
  return { ...tokens, code, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
};

/** Sends a message to the MCP server with these headers. */
export const askMcp = (
  headers: Readonly<Record<string, string>>,
  method = 'tools/list',
  params: object = {},
): Promise<ApiResponse> =>
  patiently([429, 503], async () => {
    const response = await send(service.baseUrl + MCP_ROUTE.path, {
      method: 'POST',
      headers: {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { ...response, json: JSON.parse(response.text) };
  });

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The status of a request to the MCP server with an access token. */
export const statusOf = async (accessToken: string): Promise<number> =>
  (await askMcp(bearer(accessToken))).status;

/** An app in the list of keys. */
export const listedApp = async (as: SampleUser, id: string): Promise<KeyDocument | undefined> =>
  (await listKeysAs(as)).find((key) => key.id === id);
