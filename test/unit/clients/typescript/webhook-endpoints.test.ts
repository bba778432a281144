import { describe, expect, it } from 'vitest';
import { createSalesDataClient, ProblemError } from '../../../../clients/typescript/src/index.ts';
import { problemDocument } from '../../../../shared/contract/problems.ts';

const NEW = { url: 'https://hooks.example/1', eventTypes: ['person.*' as const] };
const ENDPOINT = { id: '7a4d1e7c-1111-4000-8000-000000000001', secret: 'whsec_x' };
const URL_OF_ALL = 'https://api.example.com/v1/webhook-endpoint';

/** A client whose requests get these responses, in order. */
const createFake = (...responses: readonly Response[]) => {
  const requests: Request[] = [];
  const client = createSalesDataClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'sd_live_test',
    retries: { longestWait: 0.01 },
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return responses[requests.length - 1] ?? new Response(null, { status: 500 });
    },
  });
  return { client, requests };
};

const created = () => Response.json(ENDPOINT, { status: 201 });

describe('createWebhookEndpoint', () => {
  it('sends the given `Idempotency-Key`, or a random one that retries repeat', async () => {
    const { client, requests } = createFake(new Response(null, { status: 502 }), created(), created());
    expect(await client.createWebhookEndpoint(NEW)).toEqual(ENDPOINT);
    await client.createWebhookEndpoint(NEW, { idempotencyKey: 'workflow-42' });
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0], 'workflow-42']);
    expect(requests[0]).toMatchObject({ method: 'POST', url: URL_OF_ALL });
    expect(await requests[1]?.json()).toEqual(NEW);
  });
});

describe('webhook endpoints', () => {
  it('lists endpoints across pages, and deletes them', async () => {
    const page = { items: [ENDPOINT], nextCursor: 'c1' };
    const problem = Response.json(problemDocument('not-found', 'There is none.', 'r-1'), {
      status: 404,
      headers: { 'Content-Type': 'application/problem+json' },
    });
    const { client, requests } = createFake(
      Response.json(page),
      Response.json({ items: [] }),
      Response.json(ENDPOINT),
      problem,
    );
    const listed: unknown[] = [];
    for await (const endpoint of client.webhookEndpoints({ limit: 1 })) listed.push(endpoint);
    expect(listed).toEqual([ENDPOINT]);
    expect(await client.deleteWebhookEndpoint(ENDPOINT.id)).toEqual(ENDPOINT);
    await expect(client.deleteWebhookEndpoint(ENDPOINT.id)).rejects.toThrow(ProblemError);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${URL_OF_ALL}?limit=1`,
      `GET ${URL_OF_ALL}?limit=1&cursor=c1`,
      `DELETE ${URL_OF_ALL}/${ENDPOINT.id}`,
      `DELETE ${URL_OF_ALL}/${ENDPOINT.id}`,
    ]);
  });
});
