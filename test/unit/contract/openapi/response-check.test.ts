import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { problemDocument } from '../../../../shared/contract/problems.ts';
import { EXAMPLE_PERSON } from '../../../../shared/contract/records/examples.ts';
import { dataApiDocument } from '../../../../shared/operations/openapi/data-api/document.ts';
import { readOpenApi } from '../../../support/contract/openapi/document.ts';
import { type Exchange, responseErrors } from '../../../support/contract/openapi/response-check.ts';

const document = readOpenApi(dataApiDocument('exact'));

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding',
  'x-request-id': 'request-1',
  etag: 'W/"abc"',
  'ratelimit-policy': '"rate";q=10;w=1, "quota";q=100000;w=86400',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  date: 'Sat, 31 Jan 2026 09:30:00 GMT',
};

const PATH = `/v1/person/${EXAMPLE_PERSON.id}`;

interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

const exchange = ({
  method = 'GET',
  path = PATH,
  status = 200,
  headers,
  body = EXAMPLE_PERSON,
}: Change): Exchange => ({
  method,
  path,
  response: {
    status,
    headers: { ...HEADERS, ...headers },
    bytes: Buffer.isBuffer(body) ? body : Buffer.from(body === '' ? '' : JSON.stringify(body)),
  },
});

const problemHeaders = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  vary: undefined,
  etag: undefined,
};

const problem = (name: Parameters<typeof problemDocument>[0], change: Change = {}): Change => {
  const body = problemDocument(name, 'A detail.', 'request-1');
  return { status: body.status, body, ...change, headers: { ...problemHeaders, ...change.headers } };
};

const unlisted = { 'ratelimit-policy': undefined };

describe('a response', () => {
  it.each<[string, Change]>([
    ['a success', {}],
    [
      'a compressed one',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(EXAMPLE_PERSON)) },
    ],
    ['with headers of AWS', { headers: { 'x-amzn-errortype': 'NotFound', 'x-amz-apigw-id': 'a' } }],
    ['to HEAD', { method: 'HEAD', body: '' }],
    ['without a body', { status: 304, body: '', headers: { 'content-type': undefined } }],
    ['a problem', problem('not-found')],
    ['to an unknown path', problem('not-found', { path: '/nowhere', headers: unlisted })],
    [
      'to another method',
      problem('method-not-allowed', { method: 'POST', headers: { ...unlisted, allow: 'GET, HEAD' } }),
    ],
  ])('accepts a response that matches the document: %s', (_, change) => {
    expect(responseErrors(document, exchange(change))).toEqual([]);
  });

  it.each<[string, Change, string]>([
    ['a status', { status: 201 }, 'The status 201 is not documented.'],
    ['a header', { headers: { 'x-powered-by': 'us' } }, 'The header x-powered-by is not documented.'],
    [
      'a header that API Gateway renamed',
      { headers: { 'x-amzn-remapped-date': 'today' } },
      'The header x-amzn-remapped-date is not documented.',
    ],
    ['a missing header', { headers: { etag: undefined } }, 'The header ETag is missing.'],
    ['the value of a header', { headers: { etag: '"strong"' } }, 'The header ETag: '],
    ['another cache control', { headers: { 'cache-control': 'public' } }, 'The header Cache-Control: '],
    ['a content type', { headers: { 'content-type': 'text/html' } }, 'The content type "text/html"'],
    ['a field', { body: { ...EXAMPLE_PERSON, age: 36 } }, '/ must NOT have additional properties'],
    [
      'a missing field',
      { body: { ...EXAMPLE_PERSON, tags: undefined } },
      "/ must have required property 'tags'",
    ],
    ['a body to HEAD', { method: 'HEAD' }, 'There is a body of '],
    ['a body of 304', { status: 304 }, 'There is a body of '],
    ['a content type of 304', { status: 304, body: '' }, 'A 304 has a Content-Type.'],
    [
      'no transport security',
      { headers: { 'strict-transport-security': undefined } },
      'The header Strict-Transport-Security is missing.',
    ],
    [
      'no protection from sniffing',
      { headers: { 'x-content-type-options': undefined } },
      'The header X-Content-Type-Options is missing.',
    ],
    [
      'the wrong problem',
      problem('not-found', { status: 403 }),
      '/type must be equal to one of the allowed values',
    ],
    [
      'a problem to wait for without a time',
      problem('service-unavailable'),
      'The header Retry-After is missing.',
    ],
    [
      'a time that is none',
      problem('service-unavailable', { headers: { 'retry-after': 'soon' } }),
      'The header Retry-After: / must be integer',
    ],
    ['an unknown path that is found', { path: '/nowhere' }, 'The status 200 is not documented.'],
    ['another method that is there', { method: 'DELETE' }, 'The status 200 is not documented.'],
  ])('rejects a response that violates the document: %s', (_, change, error) => {
    expect(responseErrors(document, exchange(change))).toEqual(
      expect.arrayContaining([expect.stringContaining(error)]),
    );
  });
});
