import { expect, it } from 'vitest';
import { findPatchedPackage } from '../../../../infra/local/process/patched-package.ts';

it('refuses a version that the patches were not written for', () => {
  expect(() => findPatchedPackage('fauxqs', '0.0.1')).toThrow(
    /^The local service needs fauxqs 0\.0\.1, not \d+\.\d+\.\d+: run "npm ci"\.$/,
  );
});

it('finds no missing package', () => {
  expect(findPatchedPackage('no-such-package', '1.0.0')).toBeUndefined();
});
