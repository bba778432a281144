import { describe, expect, it } from 'vitest';
import { oneTimePassword } from '../../../infra/cli/verify/sign-in.ts';

/** "12345678901234567890" in base 32: the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('oneTimePassword', () => {
  // The last six of the eight digits in the RFC's table.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('matches RFC 6238 at %d seconds', (seconds, password) => {
    expect(oneTimePassword(SECRET, seconds * 1_000)).toBe(password);
  });
});
