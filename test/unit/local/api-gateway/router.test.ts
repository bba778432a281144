import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../../infra/local/api-gateway/definition/router.ts';

const routes = [
  ['GET', '/v1/person/{id}'],
  ['HEAD', '/v1/person/{id}'],
  ['ANY', '/v1/person/{id}'],
  ['GET', '/v1/person/me'],
  ['GET', '/v1/person/{id}/notes'],
  ['GET', '/'],
].map(([httpMethod = '', resourcePath = '']) => ({ httpMethod, resourcePath }));
const route = createRouter(routes);
const match = (method: string, path: string) => route(method, path.slice(1).split('/'));

describe('the router', () => {
  it.each([
    ['GET', '/v1/person/7', 'GET /v1/person/{id}', { id: '7' }],
    ['HEAD', '/v1/person/7', 'HEAD /v1/person/{id}', { id: '7' }],
    ['DELETE', '/v1/person/7', 'ANY /v1/person/{id}', { id: '7' }],
    ['GET', '/v1/person/me', 'GET /v1/person/me', {}],
    ['DELETE', '/v1/person/me', 'ANY /v1/person/{id}', { id: 'me' }],
    ['GET', '/v1/person/me/notes', 'GET /v1/person/{id}/notes', { id: 'me' }],
    ['GET', '/', 'GET /', {}],
  ])('routes %s %s', (requested, path, expected, pathParameters) => {
    const [httpMethod, resourcePath] = expected.split(' ');
    expect(match(requested, path)).toEqual({ method: { httpMethod, resourcePath }, pathParameters });
  });

  it.each([
    '/v1',
    '/v1/person',
    '/v1/person/',
    '/v1/person/7/other',
    '/v2/person/7',
    '/v1/../person/7',
    '/constructor',
  ])('matches nothing at %s', (path) => {
    expect(match('GET', path)).toBeUndefined();
  });
});
