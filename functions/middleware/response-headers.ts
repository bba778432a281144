import type { APIGatewayProxyEvent } from 'aws-lambda';
import { TRANSPORT_SECURITY } from '../../shared/contract/transport-security.ts';

/** The headers that every response has. */
export const responseHeaders = (
  { requestContext }: APIGatewayProxyEvent,
  contentType: string,
  cacheControl: string,
): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': cacheControl,
  ...TRANSPORT_SECURITY,
  'X-Request-Id': requestContext.requestId,
});

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
