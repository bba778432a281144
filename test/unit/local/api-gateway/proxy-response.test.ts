import { describe, expect, it } from 'vitest';
import { parseProxyResponse } from '../../../../infra/local/api-gateway/request/proxy-response.ts';

const parse = (result: unknown, isBinary = false) => parseProxyResponse(JSON.stringify(result), isBinary);

describe('a proxy response', () => {
  it('returns the status, the headers and the body of the result', () => {
    const headers = { 'X-One': 'a', 'content-type': 'text/plain' };
    expect(parse({ statusCode: 404, headers, body: 'hello' })).toEqual({
      status: 404,
      headers: Object.entries(headers),
      body: 'hello',
    });
  });

  it('decodes Base64 only for an API with binary media types', () => {
    const result = { statusCode: 200, body: 'AP8=', isBase64Encoded: true };
    expect(parse(result, true).body).toEqual(Buffer.from([0, 255]));
    expect(parse(result).body).toBe('AP8=');
    expect(parse({ ...result, isBase64Encoded: false }, true).body).toBe('AP8=');
  });

  it('applies defaults for headers and body', () => {
    expect(parse({ statusCode: 200 })).toEqual({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: '',
    });
  });

  it.each([200, 304])('omits the media type at %i only if the result sets it to `null`', (statusCode) => {
    const mediaTypes = (headers: object) =>
      parse({ statusCode, headers }).headers.filter(([name]) => /^content-type$/i.test(name));
    expect(mediaTypes({ ETag: '"x"' })).toEqual([['Content-Type', 'application/json']]);
    expect(mediaTypes({ ETag: '"x"', 'Content-Type': null })).toEqual([]);
    expect(mediaTypes({ ETag: '"x"', 'content-type': null })).toEqual([]);
  });

  it('renames reserved headers', () => {
    const { headers } = parse({
      statusCode: 200,
      headers: { 'Content-Length': '5', 'WWW-Authenticate': 'x' },
    });
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
    {},
    { statusCode: 99 },
    { statusCode: 200, multiValueHeaders: { a: ['x'] } },
    { statusCode: 200, body: { a: 1 } },
    { statusCode: 200, surprise: 1 },
    { statusCode: 200, headers: { a: ['x'] } },
    { statusCode: 200, headers: { 'a b': 'x' } },
    { statusCode: 200, headers: { a: 'x\r\ny' } },
  ])('rejects the malformed result %j', (result) => {
    expect(() => parse(result)).toThrow(expect.objectContaining({ type: 'DEFAULT_5XX' }));
  });
});
