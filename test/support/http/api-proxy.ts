import { createServer } from 'node:http';
import { listen } from '../../../infra/local/process/listen.ts';
import { send } from './http.ts';

/** What a proxy does with a request instead of forwarding it: forward another path, respond, or hang up. */
export type Interception =
  | { readonly path: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | 'hang up';

/** A proxy of the data API that counts requests, and lets a test fail or change them. */
export interface ApiProxy {
  readonly url: string;
  /** The paths of all requests, with their queries. */
  readonly requests: string[];
  /** Called with the path of each request. `undefined` forwards it. */
  intercept: (path: string) => Interception | undefined;
  stop(): Promise<void>;
}

export const startApiProxy = async (baseUrl: string): Promise<ApiProxy> => {
  const proxy: Pick<ApiProxy, 'requests' | 'intercept'> = { requests: [], intercept: () => undefined };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    proxy.requests.push(path);
    const interception = proxy.intercept(path);
    if (interception === 'hang up') {
      response.destroy();
    } else if (interception !== undefined && 'status' in interception) {
      response.writeHead(interception.status, {
        'Content-Type': 'application/problem+json',
        ...interception.headers,
      });
      response.end(JSON.stringify(interception.body));
    } else {
      const { host: _, connection: __, ...forwarded } = headers as Record<string, string>;
      const answer = await send(baseUrl + (interception?.path ?? path), { method, headers: forwarded });
      response.writeHead(answer.status, answer.headers).end(answer.bytes);
    }
  });
  const port = await listen(server);
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

const withQuery = (path: string, parameter: string, value: string): string => {
  const url = new URL(path, 'http://proxy');
  url.searchParams.set(parameter, value);
  return url.pathname + url.search;
};

/** Makes pages small, so that little data takes at least three of them, of collections and of the feed. */
export const smallPages = (path: string): Interception | undefined =>
  path.includes('limit=')
    ? { path: withQuery(path, 'limit', path.startsWith('/v1/event') ? '2' : '7') }
    : undefined;

/** Replaces the cursor of a request to the feed. */
export const withCursor = (path: string, cursor: string): Interception => ({
  path: withQuery(path, 'cursor', cursor),
});
