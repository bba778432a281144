/**
 * `npm run check [-- NAME [options]]`: runs one of the checks below, by default `code`. Exits with 1 if it
 * finds something.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { forEachConcurrently } from '../../shared/runtime/concurrency.ts';
import { ROOT, runProgram } from '../support/service/command.ts';

type Command = readonly [program: string, ...args: string[]];

const FOLDERS = ['clients', 'connectors', 'console', 'functions', 'infra', 'shared', 'test'];
const STRUCTURE: readonly Command[] = [
  ['tsc'],
  ['tsc', '-p', 'test/browser'],
  ['tsc', '-p', 'console'],
  ['depcruise', ...FOLDERS, '--output-type', 'err'],
  ['knip'],
];
const LINT: Command = ['biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true'];

/** Runs commands in parallel, the first ones first, and prints the output of those that fail. */
const runAll = async (commands: readonly Command[]): Promise<void> => {
  await forEachConcurrently(commands, availableParallelism(), async ([program, ...args]) => {
    const { exitCode, stdout, stderr } = await runProgram(program, args);
    if (exitCode === 0) return;
    process.stderr.write(`${program} ${args.join(' ')}\n${stdout}${stderr}\n`);
    process.exitCode = 1;
  });
};

/** Runs a command that prints as it goes. */
const run = async ([program, ...args]: Command, environment = {}): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const env = { ...process.env, ...environment };
  spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' }).on('error', reject).on('close', resolve);
  process.exitCode = (await promise) === 0 ? 0 : 1;
};

/** The files that differ from a commit, also uncommitted and new ones. */
const changedSince = (commit: string): readonly string[] => {
  const list = (...args: string[]): readonly string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.split('\0').filter((file) => file !== '');
  };
  return [
    ...list('diff', '--name-only', '-z', '--diff-filter=d', '--merge-base', commit),
    ...list('ls-files', '--others', '--exclude-standard', '-z'),
  ];
};

const script =
  (folder: string) =>
  (options: readonly string[]): Promise<void> =>
    run([process.execPath, `test/${folder}/main.ts`, ...options]);

interface Check {
  readonly does: string;
  run(options: readonly string[]): Promise<void>;
}

const CHECKS: Readonly<Record<string, Check>> = {
  code: {
    does: 'format, lint, types, import directions and unused code',
    run: () => runAll([[...LINT, '.'], ...STRUCTURE]),
  },
  change: {
    does: 'the same for what differs from a commit (main), and the unit tests that import it',
    async run([commit = 'main']) {
      const files = changedSince(commit);
      // Of other files, Vitest knows only that a new `package.json` concerns all tests.
      const modules = files.filter((file) => /\.tsx?$/.test(file));
      const tests: Command = ['vitest', 'related', '--run', '--project', 'unit', '--passWithNoTests'];
      await runAll([[...tests, ...modules], [...LINT, ...files], ...STRUCTURE]);
    },
  },
  format: {
    does: 'formats the code, and fixes what the linter can',
    run: () => run(['biome', 'check', '--write', '.']),
  },
  connectors: {
    does: 'tests the clients and connectors in full',
    run: (options) => run(['vitest', 'run', '--project', 'connectors', ...options], { CONNECTORS: 'all' }),
  },
  properties: {
    does: 'tests properties four times as often as `npm test`, and whether they reach what they claim',
    run: (options) =>
      run(['vitest', 'run', '--project', 'unit', '--project', 'service', ...options], { PROPERTIES: 'all' }),
  },
  fuzz: { does: 'fuzzes a local service', run: script('fuzz') },
  generators: { does: 'generates clients, and has them decode responses', run: script('generators') },
  guides: { does: 'executes the commands of the guides', run: script('guides') },
  rehearse: { does: 'rehearses a deployment without an AWS account', run: script('deploy') },
  screenshots: {
    does: 'saves screenshots of the console',
    run: (options) =>
      run(
        [
          'vitest',
          'run',
          '--project',
          'browser',
          'test/browser/console/appearance',
          'test/browser/console/home',
          ...options,
        ],
        { SCREENSHOTS: '1' },
      ),
  },
};

const [name = 'code', ...options] = process.argv.slice(2);
const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
if (check === undefined) {
  const lines = Object.entries(CHECKS).map(([each, { does }]) => `  ${each.padEnd(12)} ${does}\n`);
  process.stderr.write(`There is no check "${name}". Name one of:\n${lines.join('')}`);
  process.exitCode = 1;
} else {
  await check.run(options);
}
