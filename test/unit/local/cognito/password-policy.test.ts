import { describe, expect, it } from 'vitest';
import { policyViolation } from '../../../../infra/local/cognito/pool/password-policy.ts';

describe('a password policy', () => {
  it.each([
    ['Aa1-aaa', 'not long enough'],
    ['AA1-AAAA', 'must have lowercase characters'],
    ['aa1-aaaa', 'must have uppercase characters'],
    ['AAA-aaaa', 'must have numeric characters'],
    ['AA1aaaaa', 'must have symbol characters'],
    [' AA1aaaa ', 'must have symbol characters'],
  ])('rejects "%s": %s', (password, reason) => {
    expect(policyViolation(8, password)).toBe(`Password did not conform with policy: Password ${reason}`);
  });

  it.each(['AA1-aaaa', 'AA1 aaaa', 'AA1[aaaa', 'AA1\\aaaa'])('accepts "%s"', (password) => {
    expect(policyViolation(8, password)).toBeUndefined();
  });
});
