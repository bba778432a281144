import { Client, InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { createDataApi } from '../../../../connectors/mcp/src/data-api.ts';
import { readMessage } from '../../../../connectors/mcp/src/json-rpc.ts';
import { createSalesDataServer } from '../../../../connectors/mcp/src/server.ts';
import { versionOf } from '../../../../connectors/mcp/src/versions.ts';
import { PERMISSIONS, type Permission } from '../../../../shared/contract/keys/permissions.ts';
import { type ProblemName, problemDocument } from '../../../../shared/contract/problems.ts';

/** A problem with its headers. */
export const problem = (
  name: ProblemName,
  headers: Readonly<Record<string, string>> = {},
  extensions: Parameters<typeof problemDocument>[3] = {},
): Response => {
  const document = problemDocument(name, 'A detail.', 'request-1', extensions);
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
};

/** A client of a server whose data API responds to each path and query with what `respond` returns. */
export const connect = async (
  respond: (path: string, query: URLSearchParams, request: Request) => object | Response | Promise<Response>,
  options: { readonly permissions?: readonly Permission[]; readonly timeLimit?: number } = {},
) => {
  const requests: string[] = [];
  const errors: unknown[] = [];
  const api = createDataApi({
    baseUrl: 'https://api.example.com',
    apiKey: 'sd_live_test',
    retries: { attempts: 2, longestWait: 0 },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search, searchParams } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${decodeURIComponent(search)}`);
      const response = await respond(pathname, searchParams, request);
      return response instanceof Response ? response : Response.json(response);
    },
  });
  const answer = createSalesDataServer(
    {
      api,
      permissions: new Set(options.permissions ?? PERMISSIONS),
      timeLimit: options.timeLimit ?? 60_000,
      onError: (error) => errors.push(error),
    },
    () => new Date('2026-02-02T08:00:00.000Z'),
  );
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  theirs.onmessage = async (sent) => {
    const message = readMessage(sent);
    const { signal } = new AbortController();
    const response = message && (await answer(message, versionOf(message), signal));
    if (response !== undefined) await theirs.send(response as JSONRPCMessage);
  };
  await theirs.start();
  await client.connect(ours);
  return { client, requests, errors };
};
