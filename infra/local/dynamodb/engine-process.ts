import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { commandLineOf, isRunning } from '../process/process-identity.ts';

/** The engine, or one process of it. */
export interface Engine {
  readonly endpoint: string;
  /** Fulfilled when it has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface EngineFiles {
  readonly binary: string;
  /** The SQLite file, for one engine at a time. */
  readonly database: string;
  readonly log: string;
  /** Holds the process id while it runs. */
  readonly pid: string;
}

/**
 * The engine runs one statement at a time, but with a thread per core parses and answers other calls
 * meanwhile. Its memory allocator has one lock: concurrent calls with many items then take up to 2.5 times
 * the CPU time.
 */
export const ENGINE_ENVIRONMENT = { TOKIO_WORKER_THREADS: '1' };

const START_MILLISECONDS = 10_000;
/** It only has to close its file. */
const STOP_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 20;

const isEngineOn = (pid: number, database: string): boolean => {
  const command = commandLineOf(pid).join(' ');
  return command.includes(' serve ') && command.endsWith(` --db-path ${database}`);
};

const endProcess = async (pid: number): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since.
    }
  };
  signal('SIGTERM');
  const deadline = performance.now() + STOP_MILLISECONDS;
  while (isRunning(pid)) {
    if (performance.now() > deadline) signal('SIGKILL');
    await setTimeout(POLL_MILLISECONDS);
  }
};

/** Ends the engine of a runner that was killed together with the engine's watchdog. */
export const endOrphanedEngine = async ({ pid: pidFile, database }: EngineFiles): Promise<void> => {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  // The id may since have been reused, which the command line reveals.
  if (Number.isInteger(pid) && pid > 0 && isEngineOn(pid, database)) await endProcess(pid);
};

/**
 * Ends the engine when this process ends for any reason, since the kernel then closes the pipe. Detached,
 * like the engine, so that Ctrl-C reaches only the runner, which stops everything in order.
 */
const startWatchdog = (pid: number): ChildProcess => {
  const [command, ...options] =
    process.platform === 'win32'
      ? [process.execPath, '-e', `process.stdin.resume().once('close', () => process.kill(${pid}));`]
      : ['/bin/sh', '-c', `read _; kill ${pid}`];
  return spawn(command, options, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
};

/**
 * Whether the engine has logged that it listens. A connection would prove less: another process may have
 * taken the address.
 */
const isListening = (logFile: string, logStart: number, endpoint: string): boolean =>
  readFileSync(logFile).subarray(logStart).includes(`listening on ${endpoint}`);

/** Starts the engine. @returns `undefined` if it does not start, for example because the address is in use */
export const launchEngine = async (files: EngineFiles, endpoint: string): Promise<Engine | undefined> => {
  const { hostname, port } = new URL(endpoint);
  const log = openSync(files.log, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const options = ['serve', '--host', hostname, '--port', port, '--db-path', files.database];
  const child = spawn(files.binary, options, {
    stdio: ['ignore', log, log],
    detached: true,
    env: ENGINE_ENVIRONMENT,
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) return undefined;
  /** Afterwards, another process may have the id. */
  const hasPid = (): boolean => child.exitCode === null && child.signalCode === null;
  const watchdog = startWatchdog(pid);
  writeFileSync(files.pid, String(pid), { mode: 0o600 });
  const ended = exited.then(() => {
    // Otherwise it could later kill another process with the same id.
    watchdog.kill('SIGKILL');
    rmSync(files.pid, { force: true });
  });
  const stop = async (): Promise<void> => {
    if (hasPid()) await endProcess(pid);
    await ended;
  };
  const deadline = performance.now() + START_MILLISECONDS;
  while (performance.now() < deadline && hasPid()) {
    if (isListening(files.log, logStart, endpoint)) return { endpoint, ended, stop };
    await setTimeout(POLL_MILLISECONDS);
  }
  await stop();
  return undefined;
};
