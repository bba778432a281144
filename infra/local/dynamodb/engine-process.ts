import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LOOPBACK } from '../process/listen.ts';
import { commandLineOf, isRunning } from '../process/process-identity.ts';

/** One process of the engine. */
export interface EngineProcess {
  readonly endpoint: string;
  /** Fulfilled when it has ended, however that came. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface EngineFiles {
  readonly binary: string;
  /** SQLite's, of which there may be one engine at a time. */
  readonly database: string;
  readonly log: string;
  /** Holds the id of the process as long as it runs. */
  readonly pid: string;
}

const START_MILLISECONDS = 10_000;
/** It only has to close its file. */
const STOP_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 20;

const isEngineOn = (pid: number, database: string): boolean => {
  const command = commandLineOf(pid);
  return command.includes('serve') && command[command.indexOf('--db-path') + 1] === database;
};

const endProcess = async (pid: number): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in between.
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
export const endLeftOver = async ({ pid: pidFile, database }: EngineFiles): Promise<void> => {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  // The id may belong to another process by now; the command line tells.
  if (Number.isInteger(pid) && pid > 0 && isEngineOn(pid, database)) await endProcess(pid);
};

/**
 * Ends the engine as soon as this process is gone, however it went: the kernel closes the pipe. In its own
 * session, as the engine is, so that Ctrl-C reaches the runner alone, which stops things in order.
 */
const startWatchdog = (pid: number): ChildProcess =>
  spawn('/bin/sh', ['-c', `read _; kill ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });

/**
 * Whether the engine wrote that it listens, which it does once the port is its own. Asking the port would not
 * tell: if somebody else was faster, somebody else answers.
 */
const isListening = (logFile: string, logStart: number, endpoint: string): boolean =>
  readFileSync(logFile).subarray(logStart).includes(`listening on ${endpoint}`);

/** Starts the engine on this port. @returns `undefined` if it does not start, as when the port is taken */
export const launchEngine = async (files: EngineFiles, port: number): Promise<EngineProcess | undefined> => {
  const endpoint = `http://${LOOPBACK}:${port}`;
  const log = openSync(files.log, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const options = ['serve', '--host', LOOPBACK, '--port', String(port), '--db-path', files.database];
  const child = spawn(files.binary, options, { stdio: ['ignore', log, log], detached: true, env: {} });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (child.pid === undefined) return undefined;
  const watchdog = startWatchdog(child.pid);
  writeFileSync(files.pid, String(child.pid), { mode: 0o600 });
  const ended = exited.then(() => {
    // It must not kill whatever gets the engine's id next.
    watchdog.kill('SIGKILL');
    rmSync(files.pid, { force: true });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const forced = setTimeout(STOP_MILLISECONDS, undefined, { ref: false }).then(() =>
        child.kill('SIGKILL'),
      );
      await Promise.race([ended, forced]);
    }
    await ended;
  };
  const deadline = performance.now() + START_MILLISECONDS;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (isListening(files.log, logStart, endpoint)) return { endpoint, ended, stop };
    await setTimeout(POLL_MILLISECONDS);
  }
  await stop();
  return undefined;
};
