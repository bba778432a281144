/**
 * The MCP server over HTTP, for any valid key. It is part of the data API, but not of its OpenAPI document:
 * the Model Context Protocol defines its messages. Unlike the others, it also takes the key as
 * `Authorization: Bearer`, since many clients send nothing else.
 */
export const MCP_ROUTE = {
  functionName: 'serve-mcp',
  /** It has no GET: it opens no streams. */
  method: 'POST',
  path: '/v1/mcp',
  permission: null,
  query: {},
} as const;

/** The version of the MCP server, also in its handshake. Registries take each version once. */
export const MCP_SERVER_VERSION = '1.0.0';
