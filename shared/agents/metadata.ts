import { MCP_SERVER_VERSION } from '../contract/agents/mcp-route.ts';
import {
  APP_PERMISSIONS,
  KEYS_DOCUMENT,
  MCP_REGISTRY_DOCUMENT,
  OAUTH_PATHS,
  OPENID_DOCUMENT,
  oauthAddresses,
  RESOURCE_DOCUMENT,
  SERVER_DOCUMENT,
} from '../contract/agents/oauth.ts';

export interface OAuthSettings {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** The address of the console, which is the authorization endpoint. */
  readonly consoleUrl: string;
  /** Whether clients may register. */
  readonly allowsRegistration: boolean;
}

/** RFC 9728. */
const resourceMetadata = ({ dataApiUrl, consoleUrl }: OAuthSettings) => {
  const { resource, issuer } = oauthAddresses(dataApiUrl);
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: APP_PERMISSIONS,
    bearer_methods_supported: ['header'],
    resource_name: 'Sales Data',
    resource_documentation: `${consoleUrl}/docs/mcp`,
  };
};

/** RFC 8414, with the members of RFC 9207 and of client ID metadata documents. */
const serverMetadata = ({ dataApiUrl, consoleUrl, allowsRegistration }: OAuthSettings) => ({
  issuer: oauthAddresses(dataApiUrl).issuer,
  authorization_endpoint: consoleUrl,
  token_endpoint: dataApiUrl + OAUTH_PATHS.token,
  revocation_endpoint: dataApiUrl + OAUTH_PATHS.revocation,
  ...(allowsRegistration && { registration_endpoint: dataApiUrl + OAUTH_PATHS.registration }),
  scopes_supported: APP_PERMISSIONS,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${consoleUrl}/docs/mcp`,
});

/**
 * The same for clients that find it only where OpenID Connect has it. That requires members about ID tokens,
 * which this server does not issue.
 */
const openIdMetadata = (settings: OAuthSettings) => {
  const metadata = serverMetadata(settings);
  return {
    ...metadata,
    jwks_uri: `${metadata.issuer}/.well-known/${KEYS_DOCUMENT}`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
};

/**
 * Describes the MCP server to registries (`server.json`). Its namespace is the host in reverse, which the
 * operator of the domain can prove.
 */
const registryDocument = ({ dataApiUrl, consoleUrl }: OAuthSettings) => {
  const { resource } = oauthAddresses(dataApiUrl);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${new URL(dataApiUrl).hostname.split('.').toReversed().join('.')}/sales-data`,
    title: 'Sales Data',
    description: 'Reads people, companies, call lists and their changes, within the permissions you grant.',
    version: MCP_SERVER_VERSION,
    websiteUrl: `${consoleUrl}/docs/mcp`,
    remotes: [{ type: 'streamable-http', url: resource }],
  };
};

/**
 * The public documents of the authorization server, by the path of their resource and the rest of their path.
 */
export const metadataDocuments = (settings: OAuthSettings): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    [`${OAUTH_PATHS.wellKnown} ${RESOURCE_DOCUMENT}`, resourceMetadata(settings)],
    [`${OAUTH_PATHS.wellKnown} ${SERVER_DOCUMENT}`, serverMetadata(settings)],
    [`${OAUTH_PATHS.wellKnown} ${MCP_REGISTRY_DOCUMENT}`, registryDocument(settings)],
    [`${OAUTH_PATHS.issuerDocument} ${OPENID_DOCUMENT}`, openIdMetadata(settings)],
    // No ID tokens, no keys.
    [`${OAUTH_PATHS.issuerDocument} ${KEYS_DOCUMENT}`, { keys: [] }],
  ]);
