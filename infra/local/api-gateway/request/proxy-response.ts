import { z } from 'zod';
import { GatewayFailure } from '../definition/gateway-responses.ts';
import type { GatewayResponse } from '../definition/response-template.ts';

/** Headers that Node.js can send. */
const headersSchema = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
  z
    .string()
    .regex(/^[\t -~\x80-\xff]*$/)
    .nullable(),
);

/** The part of API Gateway's format that the functions use. Strict, as API Gateway is with unknown fields. */
const proxyResponseSchema = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: headersSchema.default({}),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * Headers that an integration cannot set: API Gateway sends them under another name.
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

/**
 * Reads the result of a function behind a proxy integration.
 *
 * @param isBinary whether the API has binary media types; otherwise, Base64 stays text
 * @throws GatewayFailure for a malformed result
 */
export const parseProxyResponse = (payload: string, isBinary: boolean): GatewayResponse => {
  const result = proxyResponseSchema.safeParse(JSON.parse(payload));
  if (!result.success) throw new GatewayFailure('DEFAULT_5XX');
  const { statusCode, headers, body, isBase64Encoded } = result.data;
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const pairs = Object.entries(hasType ? headers : { ...headers, 'Content-Type': 'application/json' });
  return {
    status: statusCode,
    headers: pairs.flatMap(([name, value]) =>
      value === null ? [] : [[REMAPPED.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name, value]],
    ),
    body: isBinary && isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
};
