import type { APIGatewayProxyEvent } from 'aws-lambda';
import { SECURITY_HEADERS } from '../../shared/contract/security-headers.ts';

/** The headers that every response has. */
export const responseHeaders = (
  { requestContext }: APIGatewayProxyEvent,
  contentType: string,
  cacheControl: string,
): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': cacheControl,
  ...SECURITY_HEADERS,
  'X-Request-Id': requestContext.requestId,
});

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
