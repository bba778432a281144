import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PASSWORD_POLICY,
  passwordPolicySchema,
  policyViolation,
  randomPassword,
} from '../../../../infra/local/cognito/password-policy.ts';

describe('a password policy', () => {
  it.each([
    ['Aa1-aaa', 'not long enough'],
    ['AA1-AAAA', 'must have lowercase characters'],
    ['aa1-aaaa', 'must have uppercase characters'],
    ['AAA-aaaa', 'must have numeric characters'],
    ['AA1aaaaa', 'must have symbol characters'],
    [' AA1aaaa ', 'must have symbol characters'],
  ])('refuses "%s": %s', (password, reason) => {
    expect(policyViolation(DEFAULT_PASSWORD_POLICY, password)).toBe(
      `Password did not conform with policy: Password ${reason}`,
    );
  });

  it.each(['AA1-aaaa', 'AA1 aaaa', 'AA1[aaaa', 'AA1\\aaaa'])('takes "%s"', (password) => {
    expect(policyViolation(DEFAULT_PASSWORD_POLICY, password)).toBeUndefined();
  });

  it('asks only for what it mentions', () => {
    const policy = passwordPolicySchema.parse({ MinimumLength: 6, RequireNumbers: true });
    expect(policyViolation(policy, '123456')).toBeUndefined();
    expect(policyViolation(policy, 'aaaaaa')).toMatch(/numeric/);
  });

  it.each([6, 30, 99])('is satisfied by random passwords of at least %i characters', (minimumLength) => {
    const policy = { ...DEFAULT_PASSWORD_POLICY, minimumLength };
    const passwords = Array.from({ length: 50 }, () => randomPassword(policy));
    expect(passwords.map((password) => policyViolation(policy, password))).toEqual(
      passwords.map(() => undefined),
    );
    expect(new Set(passwords).size).toBe(passwords.length);
  });
});
