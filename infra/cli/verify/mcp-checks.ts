import { z } from 'zod';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { type Api, bodyOf, expectStatus, expectThat } from './api.ts';
import type { RunCheck } from './checks.ts';

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
/** Longer than the 29 seconds that API Gateway takes at most. */
const TIMEOUT_MILLISECONDS = 40_000;
const MEDIA_TYPES = { Accept: 'application/json, text/event-stream' };

const toolsSchema = z.looseObject({
  result: z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })).min(1) }),
});

const resourceSchema = z.looseObject({ resource: z.url(), authorization_servers: z.tuple([z.url()]) });
const serverSchema = z.looseObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
});

const read = async <T>(url: string, schema: z.ZodType<T>): Promise<T> => {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const { status, headers } = response;
  return bodyOf({ status, headers, text: await response.text() }, schema);
};

/** Follows the header of a 401 as a client does that knows the address of the MCP server alone. */
const checkDiscovery = async (challenge: string): Promise<void> => {
  // The SDKs of MCP read no other scheme, and only the first one.
  const metadata = /^Bearer resource_metadata="([^"]+)"/.exec(challenge)?.[1];
  expectThat(metadata !== undefined, `WWW-Authenticate is "${challenge}", which names no metadata`);
  const { authorization_servers: servers } = await read(metadata ?? '', resourceSchema);
  const server = await read(`${servers[0]}/.well-known/openid-configuration`, serverSchema);
  expectThat(server.issuer === servers[0], `the metadata of ${servers[0]} name the issuer ${server.issuer}`);
  const page = await fetch(server.authorization_endpoint, {
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  expectThat(page.ok, `the authorization endpoint ${server.authorization_endpoint} returned ${page.status}`);
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expectThat(policy.includes("frame-ancestors 'none'"), 'other pages can frame the authorization endpoint');
};

/** Calls the MCP server, which takes an API key in one of two headers. */
export const checkMcp = async (run: RunCheck, api: Api, created: { readonly key: string } | undefined) => {
  const list = (headers: Readonly<Record<string, string>>) =>
    api(MCP_ROUTE.path, {
      method: MCP_ROUTE.method,
      headers: { ...MEDIA_TYPES, ...headers },
      body: LIST_TOOLS,
    });
  const refused = await run('MCP server: refuses a request without a key', [], async () => {
    const answer = await list({});
    expectStatus(answer, 401);
    return answer;
  });
  await run('MCP server: leads clients to the metadata of OAuth', [refused], ({ headers }) =>
    checkDiscovery(headers.get('WWW-Authenticate') ?? ''),
  );
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
