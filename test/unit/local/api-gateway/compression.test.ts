import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, negotiateEncoding } from '../../../../infra/local/api-gateway/compression.ts';

describe('compression', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', 'deflate'],
    ['br', undefined],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['deflate, gzip', 'deflate'],
    ['deflate;q=0.4, gzip;q=0.6', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip; q=0.0 , deflate', 'deflate'],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0, *', 'deflate'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=nonsense', undefined],
  ])('for %j is %j', (accepted, expected) => {
    expect(negotiateEncoding(accepted)).toBe(expected);
  });

  it('can be undone', async () => {
    expect(gunzipSync(await compress('gzip', 'Zürich')).toString()).toBe('Zürich');
    expect(inflateSync(await compress('deflate', 'Zürich')).toString()).toBe('Zürich');
  });
});
