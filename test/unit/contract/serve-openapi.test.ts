import { describe, expect, it } from 'vitest';
import { serveOpenApi } from '../../../functions/contract/serve-openapi/handler.ts';
import { OPENAPI_PATH } from '../../../shared/operations/openapi-route.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const handler = serveOpenApi({ openapi: '3.1.1', servers: [{ url: 'http://elsewhere' }], paths: {} });

const get = (path: string, query: Readonly<Record<string, string>> = {}) => {
  const event = proxyEvent({ organizationId: '', resource: OPENAPI_PATH, query });
  // This path has no authorizer.
  const { authorizer: _, ...requestContext } = event.requestContext;
  return handler(
    { ...event, requestContext: { ...requestContext, authorizer: null, path } },
    lambdaContext(),
  );
};

describe('the OpenAPI document', () => {
  it.each([
    ['behind a stage', `/api${OPENAPI_PATH}`, 'https://api.example/api'],
    ['behind a custom domain', OPENAPI_PATH, 'https://api.example'],
  ])("names the request's URL as its server: %s", async (_, path, url) => {
    const { body, headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({ openapi: '3.1.1', servers: [{ url }], paths: {} });
    expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=300', 'X-Request-Id': 'request-1' });
  });

  it('rejects query parameters', async () => {
    const { body, statusCode } = await get(OPENAPI_PATH, { format: 'yaml' });
    expect(statusCode).toBe(400);
    expect(JSON.parse(body).errors).toMatchObject([{ parameter: 'format' }]);
  });
});
