import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledCodeEnvironment } from './infra/compile-cache.ts';
import { findEngine, TESTED_VERSIONS } from './infra/local/dynamodb/find-engine.ts';
import { useTemporaryFolder } from './test/support/processes/temporary-folder.ts';

useTemporaryFolder();

const engine = findEngine();
const notices = [
  ...(engine.version === TESTED_VERSIONS[0] ? [] : [`on Dynoxide ${engine.version}, ${engine.path}`]),
  ...(process.platform === 'linux' ? [] : ['without those of priorities, addresses and threads, for Linux']),
];
if (notices.length > 0) process.stderr.write(`The tests run ${notices.join(', and ')}.\n`);

// esbuild is written in Go, whose garbage collection otherwise takes a third of its CPU time.
process.env['GOGC'] = '400';

// Workers and programs load the same modules many times.
Object.assign(process.env, compiledCodeEnvironment());

/**
 * There are more workers than cores: collecting garbage in parallel, and after few new objects, takes them a
 * tenth of their CPU time.
 */
const execArgv = ['--single-threaded-gc', '--max-semi-space-size=32'];

/**
 * They end a test that hangs within two minutes. A slower test has its own limit, with the reason: on
 * two busy cores few take more than half a minute.
 */
const limits = {
  testTimeout: 100_000,
  hookTimeout: 100_000,
  // Less, so that a failure shows what was awaited. Each failing attempt creates an error with a diff.
  expect: { poll: { timeout: 80_000, interval: 100 } },
};

const common = {
  ...limits,
  execArgv,
  setupFiles: ['test/support/processes/blocked-worker.ts'],
  // Node.js runs the tests as it runs the programs, without the transformations of Vite, which none needs.
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

export default defineConfig({
  test: {
    // By default one core is left free, which on two cores halves the speed; and many tests mostly wait.
    maxWorkers: Math.max(5, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          ...common,
          include: ['test/unit/**/*.test.ts'],
          // A fifth of the time went into starting workers and loading the same modules for each file again.
          isolate: false,
        },
      },
      {
        test: {
          name: 'infra',
          ...common,
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/support/platform/assembly-setup.ts'],
          setupFiles: [...common.setupFiles, 'test/support/platform/bundles-setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'service',
          ...common,
          include: ['test/service/**/*.test.ts', 'test/fuzz/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/service/service-setup.ts'],
        },
      },
      {
        test: {
          name: 'connectors',
          ...common,
          include: ['test/connectors/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/service/service-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          ...common,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/support/browser-setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'faults',
          ...common,
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/platform/assembly-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
});
