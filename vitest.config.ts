import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Whatever a test leaves behind, or a killed process of one, goes with the run.
const temporaryFolder = mkdtempSync(join(tmpdir(), 'sales-data-tests-'));
process.env['TMPDIR'] = temporaryFolder;
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 }));

/** They end a test that hangs; none of them says how fast the machine must be. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // By default one core is left free, which on two cores halves the speed; and many tests mostly wait.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          ...limits,
          include: ['test/unit/**/*.test.ts'],
          // A fifth of the time went into starting workers and loading the same modules for each file again.
          isolate: false,
        },
      },
      {
        test: {
          name: 'infra',
          ...limits,
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/support/assembly-setup.ts'],
          setupFiles: ['test/support/bundles-setup.ts'],
          // Loading aws-cdk-lib takes seconds: each worker does it once.
          isolate: false,
        },
      },
      {
        test: {
          name: 'service',
          ...limits,
          include: ['test/service/**/*.test.ts', 'test/fuzz/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/service-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          ...limits,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/support/browser-setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'faults',
          ...limits,
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/assembly-setup.ts'],
        },
      },
    ],
  },
});
