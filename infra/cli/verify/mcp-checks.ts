import { z } from 'zod';
import { MCP_ROUTE } from '../../../shared/contract/mcp-route.ts';
import { type Api, bodyOf, expectStatus } from './api.ts';
import type { RunCheck } from './checks.ts';

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const MEDIA_TYPES = { Accept: 'application/json, text/event-stream' };

const toolsSchema = z.looseObject({
  result: z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })).min(1) }),
});

/** Calls the MCP server, which takes an API key in one of two headers. */
export const checkMcp = async (run: RunCheck, api: Api, created: { readonly key: string } | undefined) => {
  const list = (headers: Readonly<Record<string, string>>) =>
    api(MCP_ROUTE.path, {
      method: MCP_ROUTE.method,
      headers: { ...MEDIA_TYPES, ...headers },
      body: LIST_TOOLS,
    });
  await run('MCP server: refuses a request without a key', [], async () => expectStatus(await list({}), 401));
  await run('MCP server: accepts the new key in X-Api-Key', [created], async ({ key }) =>
    bodyOf(await list({ 'X-Api-Key': key }), toolsSchema),
  );
  await run('MCP server: accepts the new key in Authorization: Bearer', [created], async ({ key }) =>
    bodyOf(await list({ Authorization: `Bearer ${key}` }), toolsSchema),
  );
  await run('MCP server: refuses a request with both headers', [created], async ({ key }) =>
    expectStatus(await list({ 'X-Api-Key': key, Authorization: `Bearer ${key}` }), 401),
  );
  await run('data API: refuses a key in Authorization: Bearer', [created], async ({ key }) =>
    expectStatus(await api('/v1/key', { headers: { Authorization: `Bearer ${key}` } }), 401),
  );
};
