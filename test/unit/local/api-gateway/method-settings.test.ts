import { describe, expect, it } from 'vitest';
import {
  methodSettingsSchema,
  throttleOf,
} from '../../../../infra/local/api-gateway/definition/method-settings.ts';

const settings = methodSettingsSchema.parse([
  { HttpMethod: '*', ResourcePath: '/*', MetricsEnabled: true },
  { HttpMethod: 'GET', ResourcePath: '/~1v1~1file.json', ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 },
]);

describe('the throttle of a method', () => {
  it('is that of its path and method', () => {
    expect(throttleOf(settings, '/v1/file.json', 'GET')).toEqual({ rate: 5, burst: 7 });
  });

  it.each([
    ['another method', '/v1/file.json', 'HEAD'],
    ['another path', '/v1/file', 'GET'],
  ])('is not that of %s', (_, path, method) => {
    expect(throttleOf(settings, path, method)).toBeUndefined();
  });

  it('falls back to that of all methods', () => {
    const all = { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 };
    const own = { HttpMethod: 'GET', ResourcePath: '/~1a' };
    const both = methodSettingsSchema.parse([all, own]);
    expect(throttleOf(both, '/b', 'GET')).toEqual({ rate: 1, burst: 2 });
    expect(throttleOf(both, '/a', 'GET')).toBeUndefined();
  });
});
