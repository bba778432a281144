import { PERMISSIONS, type Permission } from '../keys/permissions.ts';
import { MCP_ROUTE } from './mcp-route.ts';

/** Where RFC 8615 puts documents about a site. */
export const WELL_KNOWN_FOLDER = '/.well-known';

/** The paths of the authorization server, below the base address of the data API. All are public. */
export const OAUTH_PATHS = {
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  /** What OpenID Connect has below the issuer. */
  issuerDocument: '/oauth/.well-known/{document}',
  /** Where RFC 8414 and RFC 9728 put metadata, without a stage in the path. */
  wellKnown: `${WELL_KNOWN_FOLDER}/{document+}`,
} as const;

/**
 * The path of the issuer. It is never empty: clients differ in whether the address of a host ends with a
 * slash, and issuers are compared as text.
 */
const ISSUER_PATH = '/oauth';

/** Below `/.well-known/`. */
export const RESOURCE_DOCUMENT = `oauth-protected-resource${MCP_ROUTE.path}`;
export const SERVER_DOCUMENT = `oauth-authorization-server${ISSUER_PATH}`;
/** Below `/oauth/.well-known/`, where clients look if the path of the issuer starts with a stage. */
export const OPENID_DOCUMENT = 'openid-configuration';
export const KEYS_DOCUMENT = 'jwks.json';

/** Below `/.well-known/`: what describes the MCP server to registries. */
export const MCP_REGISTRY_DOCUMENT = 'mcp/server.json';

/** The addresses of the authorization server and of what it protects. */
export interface OAuthAddresses {
  /** The MCP server: the only resource of its tokens. */
  readonly resource: string;
  readonly issuer: string;
  /** The metadata of the resource. */
  readonly resourceMetadata: string;
}

/** @param dataApiUrl the base address of the data API, without a trailing slash */
export const oauthAddresses = (dataApiUrl: string): OAuthAddresses => ({
  resource: dataApiUrl + MCP_ROUTE.path,
  issuer: dataApiUrl + ISSUER_PATH,
  resourceMetadata: `${dataApiUrl}/.well-known/${RESOURCE_DOCUMENT}`,
});

/** The permissions that a connected app can ask for: those that tools of the MCP server use. */
export const APP_PERMISSIONS = PERMISSIONS.filter(
  (permission) =>
    permission !== 'webhook:manage' && permission !== 'export:create' && permission !== 'import:create',
) satisfies readonly Permission[];

export type AppPermission = (typeof APP_PERMISSIONS)[number];

/** When a client is to renew an access token. */
export const RENEWAL_SECONDS = 3_600;

/** How long an access token is valid: an hour longer, so that apps outlast an outage of renewals. */
export const ACCESS_TOKEN_SECONDS = RENEWAL_SECONDS + 3_600;
