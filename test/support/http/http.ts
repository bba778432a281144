import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received, not decompressed. */
  readonly bytes: Buffer;
  readonly text: string;
}

export interface HttpRequest {
  readonly method?: string;
  /** An array sends the header once per value; two spellings of a name are two headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Path and query, sent verbatim. Default: those of the URL, which resolves `..`. */
  readonly path?: string;
  /** The client's own address. */
  readonly localAddress?: string;
}

/** Alternating names and values, which Node.js sends verbatim. */
const rawHeaders = (url: string, { headers = {}, body }: HttpRequest): readonly string[] => {
  const all = {
    Host: new URL(url).host,
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  return Object.entries(all).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
};

/** The local engine accepts any call, so a client must not learn its address. */
const ENGINE_ADDRESS = /\b127\.(?!0\.)\d+\.\d+\.\d+/;

/**
 * Sends a request verbatim: unlike `fetch`, it repeats headers, keeps their spelling, allows any method
 * and does not decompress the response.
 *
 * @throws Error if the response may contain the address of the local engine
 */
export const send = async (url: string, options: HttpRequest = {}): Promise<HttpResponse> => {
  const { path, localAddress } = options;
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = request(
    url,
    {
      method: options.method ?? 'GET',
      headers: rawHeaders(url, options),
      timeout: 300_000,
      ...(path && { path }),
      ...(localAddress && { localAddress }),
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        const text = bytes.toString('utf8');
        if (ENGINE_ADDRESS.test(JSON.stringify(headers) + text)) {
          reject(new Error(`${url} reveals the address of the engine: ${text}`));
        }
        resolve({ status, headers, bytes, text });
      });
    },
  );
  outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer from ${url} within 300 s.`)));
  outgoing.on('error', reject);
  outgoing.end(options.body);
  return promise;
};

/** Parses the body as JSON, after checking the content type. */
export const jsonOf = (response: HttpResponse): unknown => {
  const type = response.headers['content-type'] ?? '';
  if (!/^application\/([a-z]+\+)?json\b/.test(type)) {
    throw new Error(`Not JSON but "${type}" (status ${response.status}): ${response.text.slice(0, 200)}`);
  }
  return JSON.parse(response.text);
};
