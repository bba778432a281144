import type { Agent } from 'node:http';

const AGENTS = new Map<string, Agent>();

/**
 * The part of `fetch` with which the client of the data API reads. The platform's own loads all of undici
 * with its first request, which takes as long as the rest of a cold start.
 */
export const bareFetch: typeof fetch = async (input, { headers, signal } = {}) => {
  const url = new URL(String(input));
  const module = process.getBuiltinModule(url.protocol === 'http:' ? 'node:http' : 'node:https');
  const agent = AGENTS.get(url.protocol) ?? new module.Agent({ keepAlive: true });
  AGENTS.set(url.protocol, agent);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = (cause: Error): void =>
    reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
  module
    .request(url, { agent, headers: { ...Object(headers) }, ...(signal && { signal }) }, (incoming) => {
      const { statusCode: status = 0, headers: received } = incoming;
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', fail)
        .once('end', () => {
          const read: Pick<Response, 'ok' | 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> } =
            {
              ok: status >= 200 && status < 300,
              status,
              headers: { get: (name) => received[name.toLowerCase()]?.toString() ?? null },
              text: async () => Buffer.concat(chunks).toString(),
            };
          resolve(read as Response);
        });
    })
    .once('error', fail)
    .end();
  return promise;
};
