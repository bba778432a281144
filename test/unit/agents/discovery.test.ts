import { discoverOAuthServerInfo } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { VERSION } from '../../../connectors/mcp/src/server.ts';
import { serveOAuth } from '../../../functions/agents/serve-oauth/handler.ts';
import { OAUTH_PATHS, oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** API Gateway at one base address: other stages of its host do not exist. */
const gatewayAt = (dataApiUrl: string): typeof fetch => {
  const handle = serveOAuth({
    table: createKeyFixture(createLaggingTable()).store,
    now: () => new Date(),
    dataApiUrl,
    consoleUrl: 'https://admin.example.com/console',
    allowsRegistration: true,
  });
  const resources = [
    [OAUTH_PATHS.wellKnown, '/.well-known/'],
    [OAUTH_PATHS.issuerDocument, '/oauth/.well-known/'],
  ] as const;
  return async (input) => {
    const url = String(input);
    const path = url.startsWith(`${dataApiUrl}/`) ? url.slice(dataApiUrl.length) : undefined;
    const [resource, prefix = ''] = resources.find(([, each]) => path?.startsWith(each)) ?? [];
    if (path === undefined || resource === undefined) {
      return Response.json({ message: 'Forbidden' }, { status: 403 });
    }
    const event = proxyEvent({ organizationId: '', resource });
    const pathParameters = { document: path.slice(prefix.length) };
    const { statusCode, body } = await handle(
      { ...event, httpMethod: 'GET', pathParameters },
      lambdaContext(),
    );
    return new Response(body, { status: statusCode, headers: { 'Content-Type': 'application/json' } });
  };
};

describe.each([
  ['a custom domain', 'https://sales.example.com'],
  [
    'the address that API Gateway assigns, with a stage',
    'https://a1b2c3.execute-api.eu-central-1.amazonaws.com/api',
  ],
  ['a path of a proxy', 'https://example.com/sales/data'],
])('the TypeScript SDK at %s', (_, dataApiUrl) => {
  const { resource, issuer, resourceMetadata } = oauthAddresses(dataApiUrl);

  it('finds the authorization server from the 401 of the MCP server', async () => {
    const found = await discoverOAuthServerInfo(resource, {
      resourceMetadataUrl: new URL(resourceMetadata),
      fetchFn: gatewayAt(dataApiUrl),
    });
    expect(found).toMatchObject({
      authorizationServerUrl: issuer,
      resourceMetadata: { resource },
      authorizationServerMetadata: {
        issuer,
        authorization_endpoint: 'https://admin.example.com/console',
        token_endpoint: `${dataApiUrl}/oauth/token`,
        client_id_metadata_document_supported: true,
      },
    });
  });
});

it('describes itself to registries in the version of its handshake', async () => {
  const fetched = await gatewayAt('https://sales.example.com')(
    'https://sales.example.com/.well-known/mcp/server.json',
  );
  expect(await fetched.json()).toMatchObject({
    name: 'com.example.sales/sales-data',
    version: VERSION,
    remotes: [{ type: 'streamable-http', url: 'https://sales.example.com/v1/mcp' }],
  });
});
