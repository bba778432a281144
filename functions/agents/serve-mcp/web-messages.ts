import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { responseHeaders } from '../../http/response-headers.ts';

/** The headers of the protocol. Others, such as the key's, are not the server's business. */
const READ_HEADERS = /^(?:accept|content-type|mcp-[\w-]+)$/i;

/** `Headers` throws for others, which a client may send. */
const VALID_VALUE = /^[\x20-\x7e]*$/;

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
