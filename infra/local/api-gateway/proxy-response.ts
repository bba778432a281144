import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { GatewayFailure } from './gateway-failure.ts';
import type { GatewayResponse } from './gateway-response.ts';

const headerText = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Strict: API Gateway takes a result with any other field for malformed. */
const proxyResponseSchema = z.strictObject({
  statusCode: z.coerce.number().int().min(200).max(599).default(200),
  headers: z.record(z.string(), headerText).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerText)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * Headers that API Gateway does not let an integration set: it sends them under another name.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const REMAPPED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-md5',
  'date',
  'host',
  'server',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

const malformed = (): GatewayFailure => new GatewayFailure('DEFAULT_5XX', 'Internal server error', 502);

const isSendable = (name: string, value: string): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
};

const isNamed = (name: string, [other]: readonly [string, string]): boolean =>
  other.toLowerCase() === name.toLowerCase();

/**
 * Reads what a function behind a proxy integration returned. `headers` and `multiValueHeaders` are merged, a
 * pair that is in both counting once. Text is sent as it is even if it says to be Base64: API Gateway only
 * decodes for an API with binary media types, which this one has not.
 *
 * @throws GatewayFailure (502) when it is not of the form that API Gateway takes
 */
export const parseProxyResponse = (payload: string): GatewayResponse => {
  const result = proxyResponseSchema.safeParse(JSON.parse(payload));
  if (!result.success) throw malformed();
  const { statusCode, headers, multiValueHeaders, body } = result.data;
  const merged: [string, string][] = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!merged.some((pair) => isNamed(name, pair) && pair[1] === value)) merged.push([name, value]);
  }
  if (!merged.every(([name, value]) => isSendable(name, value))) throw malformed();
  if (!merged.some((pair) => isNamed('content-type', pair)))
    merged.push(['Content-Type', 'application/json']);
  return {
    status: statusCode,
    headers: merged.map(([name, value]) => [
      REMAPPED.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]),
    body: body ?? '',
  };
};
