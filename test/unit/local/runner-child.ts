import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

export const MAIN = join(import.meta.dirname, '..', '..', '..', 'infra', 'local', 'main.ts');

/** A runner in its own process. */
export interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

/** The contents of `runner.json`. */
export interface Description {
  readonly pid: number;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly endpoints: {
    readonly dynamodb: string;
    readonly sqs: string;
    readonly s3: string;
    readonly eventBridge: string;
    readonly kms: string;
    readonly cognito: string;
    readonly cloudWatchLogs: string;
    readonly apiGateway: string;
  };
  readonly outputs: Readonly<Record<string, string>>;
}

/** Starts a runner with only these variables, on free ports. */
export const run = (environment: Record<string, string>): Started => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output, exit: new Promise((resolve) => child.once('close', resolve)) };
};

export const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'runner-'));
/** Reads a file of a data directory as JSON. */
export const read = (directory: string, name: string) =>
  JSON.parse(readFileSync(join(directory, name), 'utf8'));

/** Waits until the runner is ready. */
export const ready = ({ output, child }: Started): Promise<void> =>
  vi.waitFor(() => expect([output().includes('Ctrl-C') || output(), child.exitCode]).toEqual([true, null]), {
    timeout: 300_000,
  });
