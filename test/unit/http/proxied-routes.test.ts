import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { refuseRequest } from '../../../functions/contract/refuse-request/handler.ts';
import { type DeclaredRoute, proxiedRoutes } from '../../../functions/http/proxied-routes.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const ROUTES: readonly DeclaredRoute[] = [
  { method: 'GET', path: '/things/{id}' },
  { method: 'DELETE', path: '/things/{id}' },
  { method: 'POST', path: '/things/{id}/start' },
  { method: 'GET', path: '/things/summary' },
];

const request = (httpMethod: string, proxy: string): APIGatewayProxyEvent => ({
  ...proxyEvent({ organizationId: 'o', resource: '/things/{proxy+}' }),
  httpMethod,
  pathParameters: { proxy },
});

const routed = async (event: APIGatewayProxyEvent) => {
  const call = { event, context: lambdaContext(), response: null, error: null, internal: {} };
  await proxiedRoutes(ROUTES).before?.(call);
  return [event.resource, event.pathParameters];
};

it.each([
  ['GET', '1', '/things/{id}', { id: '1' }],
  ['DELETE', '1/', '/things/{id}', { id: '1' }],
  ['POST', '1/start', '/things/{id}/start', { id: '1' }],
  ['GET', 'summary', '/things/summary', {}],
  ['GET', '$&', '/things/{id}', { id: '$&' }],
])('gives a function the route of %s %s', async (method, proxy, path, parameters) => {
  expect(await routed(request(method, proxy))).toEqual([path, parameters]);
});

it('leaves requests alone that API Gateway routed', async () => {
  const event = proxyEvent({ organizationId: 'o', resource: '/things/{id}', id: '1' });
  expect(await routed({ ...event, httpMethod: 'PATCH' })).toEqual(['/things/{id}', { id: '1' }]);
});

const refused = async (method: string, proxy: string) => {
  const { statusCode, headers, body } = await refuseRequest(ROUTES)(request(method, proxy), lambdaContext());
  return { statusCode, allow: headers?.['Allow'], type: body === '' ? '' : JSON.parse(body).type };
};

it.each([
  ['PATCH', '1', 'GET, DELETE'],
  ['GET', '1/start', 'POST'],
  ['OPTIONS', 'summary', 'GET'],
])('answers %s %s with 405 and the methods of the path', async (method, proxy, allow) => {
  const type = 'urn:sales-data:problem:method-not-allowed';
  expect(await refused(method, proxy)).toEqual({ statusCode: 405, allow, type });
});

it.each(['1/stop', '1/start/2', '', '/', '1//start', '//start'])(
  'answers the path %j with 404',
  async (path) => {
    const type = 'urn:sales-data:problem:not-found';
    expect(await refused('PATCH', path)).toEqual({ statusCode: 404, allow: undefined, type });
  },
);

it('sends no body to HEAD', async () => {
  expect(await refused('HEAD', '1')).toEqual({ statusCode: 405, allow: 'GET, DELETE', type: '' });
});

it('never serves a route without authentication', async () => {
  expect(await refused('GET', '1')).toMatchObject({ statusCode: 500 });
});
