import { createSalesDataClient } from '../../../../clients/typescript/src/index.ts';
import { type ProblemName, problemDocument } from '../../../../shared/contract/problems.ts';

/** The body of a response, or a problem. */
export type FakeResponse = Readonly<Record<string, unknown>> | ProblemName;

const responseOf = (response: FakeResponse): Response => {
  if (typeof response !== 'string') return Response.json(response);
  const problem = problemDocument(response, 'A detail.', 'request-1');
  const headers = { 'Content-Type': 'application/problem+json' };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
};

/** A client of an API that responds to each path and query with what `respond` returns. */
export const createFakeApi = (respond: (path: string, query: URLSearchParams) => FakeResponse) => {
  const requests: string[] = [];
  const client = createSalesDataClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'sd_live_test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const { pathname, search, searchParams } = new URL(request.url);
      requests.push(pathname + decodeURIComponent(search));
      return responseOf(respond(pathname, searchParams));
    },
  });
  return { client, requests };
};
