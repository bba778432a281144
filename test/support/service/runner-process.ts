import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoSecretsInLogs, registerSecrets } from '../values/secrets.ts';
import { ROOT } from './command.ts';

/** A local service in its own process, as `npm start` runs it. */
export interface RunnerProcess {
  readonly process: ChildProcess;
  readonly dataDirectory: string;
  readonly apiUrl: string;
  /**
   * Stops it, waits for its exit, and removes its data.
   *
   * @throws Error if its logs contain a secret
   */
  stop(): Promise<void>;
}

/** Ends a start that hangs; says nothing about how fast the machine must be. */
const READY_WITHIN_MILLISECONDS = 300_000;

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/**
 * Starts a runner and waits until it is ready.
 *
 * @param options.dataDirectory kept between runs; default: a new one that `stop` removes
 */
export const startRunnerProcess = async (options: {
  readonly assembly: string;
  readonly dataDirectory?: string;
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<RunnerProcess> => {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'sales-data-'));
  const child = spawn(process.execPath, [join(ROOT, 'infra', 'local', 'main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      ADMIN_PORT: '0',
      DATA_DIR: dataDirectory,
      ASSEMBLY_DIR: options.assembly,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const collect = (text: string): void => {
    output += text;
    if (output.includes('curl')) resolve();
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  child.once('exit', (code) => reject(new Error(`The runner exited with ${code}: ${output}`)));
  const timer = setTimeout(() => reject(new Error(`Not ready: ${output}`)), READY_WITHIN_MILLISECONDS);
  await ready.finally(() => clearTimeout(timer));
  const read = (name: string) => JSON.parse(readFileSync(join(dataDirectory, name), 'utf8'));
  const endpoints = read('endpoints.json');
  registerSecrets(dataDirectory, read('runner.json'));
  return {
    process: child,
    dataDirectory,
    apiUrl: endpoints.apiUrl,
    async stop() {
      child.kill('SIGTERM');
      await exited(child);
      try {
        expectNoSecretsInLogs(dataDirectory);
      } finally {
        if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true });
      }
    },
  };
};
