import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/http/free-port.ts';
import { ROOT } from '../support/service/command.ts';
import { ACCOUNT, REGION, RehearsalError } from './rehearsal.ts';

/** A running AWS emulator. */
export interface Emulator {
  readonly url: string;
  /** Environment variables that make the CDK and the command line tools use the emulator. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same settings for AWS SDK clients in this process. */
  readonly clientConfig: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  stop(): Promise<void>;
}

export const EMULATOR_LOG = join(ROOT, '.local', 'rehearsal', 'emulator.log');

const START_ATTEMPTS = 120;
const POLL_MILLISECONDS = 250;

/** Starts the emulator, empty, on a free port. */
export const startEmulator = async (python: string): Promise<Emulator> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(dirname(EMULATOR_LOG), { recursive: true });
  const log = openSync(EMULATOR_LOG, 'w');
  // It is killed, and leaves the code of every function behind.
  const temporary = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const child = spawn(python, [join(import.meta.dirname, 'emulator.py')], {
    cwd: dirname(EMULATOR_LOG),
    env: {
      ...process.env,
      TMPDIR: temporary,
      STATE_DIR: join(temporary, 'state'),
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      MINISTACK_REGION: REGION,
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'cjs-handlers.cjs')}`,
    },
    stdio: ['ignore', log, log],
    // Stopping the process group also stops its workers.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
    }
    await ended;
    rmSync(temporary, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < START_ATTEMPTS && child.exitCode === null; attempt++) {
    const response = await fetch(`${url}/_ministack/health`).catch(() => undefined);
    if (response?.ok) {
      return {
        url,
        environment: {
          AWS_ENDPOINT_URL: url,
          AWS_REGION: REGION,
          AWS_ACCESS_KEY_ID: 'test',
          AWS_SECRET_ACCESS_KEY: 'test',
        },
        clientConfig: {
          endpoint: url,
          region: REGION,
          credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        },
        stop,
      };
    }
    await setTimeout(POLL_MILLISECONDS);
  }
  await stop();
  throw new RehearsalError(`The emulator did not start; see ${EMULATOR_LOG}.`);
};
