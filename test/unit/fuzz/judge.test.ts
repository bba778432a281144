import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Attack } from '../../fuzz/attack.ts';
import type { Answer } from '../../fuzz/connection.ts';
import { judge } from '../../fuzz/judge.ts';
import type { FuzzTarget } from '../../fuzz/target.ts';

const target: FuzzTarget = {
  urls: { data: 'http://127.0.0.1:1', admin: 'http://127.0.0.1:2' },
  apiKey: '',
  idToken: '',
  foreignKey: '',
  organizationIds: ['', ''],
  ids: [],
  healthyPath: '/',
  markers: ['SECRET-OF-ANOTHER'],
};

const attack: Attack = {
  api: 'data',
  method: 'GET',
  target: '/v1/person/x',
  version: 'HTTP/1.1',
  headers: [],
  body: '',
  framing: 'complete',
};

const answer = (status: number, document: object | string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: new Map(
    Object.entries({ 'x-request-id': 'r', 'content-type': 'application/problem+json', ...headers }),
  ),
  body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
});

const problem = { type: 'urn:sales-data:problem:not-found', status: 404, requestId: 'r' };

describe('a wrong answer', () => {
  it.each<[string, Answer]>([
    ['that never arrived', { failure: 'hang' }],
    ['that only closed the connection', { failure: 'closed' }],
    ['of 500', answer(500, { ...problem, status: 500 })],
    ['of 503 without `Retry-After`', answer(503, { ...problem, status: 503 })],
    ['without a request id', answer(404, problem, { 'x-request-id': '' })],
    ['with another request id', answer(404, { ...problem, requestId: 'other' })],
    ['with another status inside', answer(404, { ...problem, status: 400 })],
    ['of another media type', answer(404, problem, { 'content-type': 'text/html' })],
    ['that is not JSON', answer(404, 'Not Found')],
    ['of an unknown problem type', answer(404, { ...problem, type: 'about:blank' })],
    ['with data of another organization', answer(200, 'SECRET-OF-ANOTHER')],
    [
      'with data of another organization in a compressed body',
      {
        ...answer(200, '', { 'content-encoding': 'gzip' }),
        body: gzipSync('SECRET-OF-ANOTHER'),
      },
    ],
    ['with data of another organization in a header', answer(404, problem, { link: 'SECRET-OF-ANOTHER' })],
  ])('rejects an answer %s', (_, wrong) => {
    expect(judge(attack, wrong, target)).toBeDefined();
  });
});

describe('a right answer', () => {
  it.each<[string, Answer, Partial<Attack>]>([
    ['of 200', answer(200, '{}'), {}],
    ['that is a problem document', answer(404, problem), {}],
    ['without a body to HEAD', answer(404, ''), { method: 'HEAD' }],
    ['of 503 with `Retry-After`', answer(503, { ...problem, status: 503 }, { 'retry-after': '5' }), {}],
    ['that repeats what was sent', answer(200, 'SECRET-OF-ANOTHER'), { body: 'SECRET-OF-ANOTHER' }],
    ['that is missing after half a request', { failure: 'closed' }, { framing: 'unfinished' }],
  ])('accepts an answer %s', (_, right, change) => {
    expect(judge({ ...attack, ...change }, right, target)).toBeUndefined();
  });
});
