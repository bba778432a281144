import { expect, it } from 'vitest';
import { acceptsGzip } from '../../../../infra/local/api-gateway/server/http-server.ts';

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['deflate', false],
  ['br', false],
  ['br, gzip;q=0.5', true],
  ['gzip, deflate, br', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0 , deflate', false],
  ['identity;q=0.5, gzip', true],
  ['gzip;q=nonsense', false],
  ['x-gzip', false],
])('detects for Accept-Encoding %j whether gzip is accepted: %j', (accepted, expected) => {
  expect(acceptsGzip(accepted)).toBe(expected);
});
