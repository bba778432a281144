/**
 * The MCP server over HTTP, for any valid key. It is part of the data API, but not of its OpenAPI document:
 * the Model Context Protocol defines its messages.
 */
export const MCP_ROUTE = {
  functionName: 'serve-mcp',
  /** It has no GET: it opens no streams. */
  method: 'POST',
  path: '/v1/mcp',
  permission: null,
  query: {},
} as const;
