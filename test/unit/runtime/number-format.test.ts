import { expect, it } from 'vitest';
import { withThousandsSeparators } from '../../../shared/runtime/number-format.ts';

it('separates thousands as English locales do', () => {
  for (const number of [0, 25, 999, 1_000, 2_048, 100_000, 1_000_000, 12_345_678_901]) {
    expect(withThousandsSeparators(number)).toBe(number.toLocaleString('en'));
  }
});
