import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../console/views/home/parts/near-quota.ts';

const plans = {
  standard: { rate: 10, burst: 20, dailyQuota: 100 },
  large: { rate: 100, burst: 200, dailyQuota: 1_000 },
};

const key = (keyId: string, requests: number, others: { plan?: string | null; rotatedTo?: string } = {}) => ({
  keyId,
  name: keyId,
  plan: 'standard',
  rotatedTo: null,
  requests,
  ...others,
});

describe('the keys that can be near their quota', () => {
  it('compares each key with the quota of its plan', () => {
    const keys = [
      key('a', 900, { plan: 'large' }),
      key('b', 790, { plan: 'large' }),
      key('c', 80),
      key('d', 79),
    ];
    expect(candidatesOf(keys, plans)).toEqual(['a', 'c']);
  });

  it('adds the requests of rotated keys to those of the last successor', () => {
    const keys = [
      key('first', 30, { rotatedTo: 'second' }),
      key('second', 30, { rotatedTo: 'third' }),
      key('third', 30),
    ];
    expect(candidatesOf(keys, plans)).toEqual(['third']);
  });

  it('names a successor that sent nothing', () => {
    expect(candidatesOf([key('old', 95, { rotatedTo: 'new' })], plans)).toEqual(['new']);
  });

  it('omits keys without a known plan', () => {
    expect(
      candidatesOf([key('gone', 500, { plan: null }), key('own', 500, { plan: 'retired' })], plans),
    ).toEqual([]);
  });
});
