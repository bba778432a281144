import { describe, expect, it } from 'vitest';
import { parseProxyResponse } from '../../../../infra/local/api-gateway/proxy-response.ts';

const parse = (result: unknown) => parseProxyResponse(JSON.stringify(result));

describe('a proxy response', () => {
  it('merges both kinds of headers, a pair in both counting once', () => {
    const response = parse({
      statusCode: 200,
      headers: { 'X-One': 'a', 'x-number': 'two', 'set-cookie': 'b=2', 'Content-Type': 'text/plain' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'X-Number': [1, true] },
      body: 'hello',
    });
    expect(response.headers).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Number', '1'],
      ['X-Number', 'true'],
      ['X-One', 'a'],
      ['x-number', 'two'],
      ['Content-Type', 'text/plain'],
    ]);
    expect(response.body).toBe('hello');
  });

  it('has defaults for everything', () => {
    expect(parse({})).toEqual({ status: 200, headers: [['Content-Type', 'application/json']], body: '' });
    expect(parse({ statusCode: '404', headers: null, body: null }).status).toBe(404);
  });

  it('cannot set the headers that the gateway sets', () => {
    const { headers } = parse({ headers: { 'Content-Length': '5', 'WWW-Authenticate': 'x' } });
    expect(headers.map(([name]) => name)).toEqual([
      'x-amzn-Remapped-Content-Length',
      'x-amzn-Remapped-WWW-Authenticate',
      'Content-Type',
    ]);
  });

  it.each([
    null,
    'text',
    [],
    { statusCode: 'abc' },
    { statusCode: 99 },
    { body: { a: 1 } },
    { surprise: 1 },
    { headers: { a: ['x'] } },
    { headers: { 'a b': 'x' } },
    { headers: { a: 'x\r\ny' } },
  ])('is malformed as %j', (result) => {
    expect(() => parse(result)).toThrow(expect.objectContaining({ type: 'DEFAULT_5XX', status: 502 }));
  });
});
