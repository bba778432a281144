import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { responseHeaders } from '../../http/response-headers.ts';

/** The headers of the protocol. Others, such as the key's, are not the server's business. */
const READ_HEADERS = /^(?:accept|content-type|mcp-[\w-]+)$/i;

/** `Headers` throws for others, which a client may send. */
const VALID_VALUE = /^[\x20-\x7e]*$/;

const MEDIA_TYPES = 'application/json, text/event-stream';

/** Whether the client takes JSON, the only form of answers, whatever else it says. */
const acceptsJson = (accept: string | null): boolean =>
  accept === null ||
  accept.split(',').some((range) => /^\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|$)/i.test(range));

/**
 * The event as the request that the SDK expects, without its body.
 *
 * @param url its address, which the SDK does not use
 */
export const toWebRequest = (
  { httpMethod, multiValueHeaders }: APIGatewayProxyEvent,
  url: string,
): Request => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) {
    if (!READ_HEADERS.test(name)) continue;
    for (const value of values ?? []) if (VALID_VALUE.test(value)) headers.append(name, value);
  }
  // The SDK requires both media types by name.
  if (acceptsJson(headers.get('accept'))) headers.set('accept', MEDIA_TYPES);
  return new Request(url, { method: httpMethod, headers });
};

/** The SDK's response as API Gateway expects it. Answers are for this caller alone. */
export const toProxyResult = async (
  event: APIGatewayProxyEvent,
  response: Response,
): Promise<APIGatewayProxyResult> => ({
  statusCode: response.status,
  headers: responseHeaders(event, response.headers.get('Content-Type') ?? 'application/json', 'no-store'),
  body: await response.text(),
});
