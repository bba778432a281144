import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DataDirectory } from '../process/data-directory.ts';
import { freePort, LOOPBACK } from '../process/listen.ts';
import { commandLineOf, isRunning } from '../process/process-identity.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import { indexStream } from './stream-index.ts';

/** The running local DynamoDB. */
export interface Engine {
  readonly endpoint: string;
  /** Fulfilled when the engine ends by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const PACKAGE = '@dynoxide/linux-x64';
/** Somebody may take the free port first. */
const START_ATTEMPTS = 5;
const START_MILLISECONDS = 10_000;
/** It only has to close its file. */
const STOP_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 20;

const findBinary = (): string => {
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    return join(dirname(packageFile), 'dynoxide');
  } catch {
    throw new StartError(
      `The local DynamoDB is missing: install the package ${PACKAGE} (Linux, x64), or set DYNAMODB_ENDPOINT to a DynamoDB to use instead, such as DynamoDB Local.`,
    );
  }
};

const isEngineOn = (pid: number, databaseFile: string): boolean => {
  const command = commandLineOf(pid);
  return command.includes('serve') && command[command.indexOf('--db-path') + 1] === databaseFile;
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
  const deadline = Date.now() + STOP_MILLISECONDS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) signal('SIGKILL');
    await setTimeout(POLL_MILLISECONDS);
  }
};

/** Ends the engine of a runner that was killed together with the engine's watchdog. */
const endLeftOver = async (pidFile: string, databaseFile: string): Promise<void> => {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  // The id may belong to another process by now; the command line tells.
  if (Number.isInteger(pid) && pid > 0 && isEngineOn(pid, databaseFile)) await endProcess(pid);
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

const launch = async (binary: string, databaseFile: string, logFile: string, pidFile: string) => {
  const port = await freePort();
  const endpoint = `http://${LOOPBACK}:${port}`;
  const log = openSync(logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const options = ['serve', '--host', LOOPBACK, '--port', String(port), '--db-path', databaseFile];
  const child = spawn(binary, options, { stdio: ['ignore', log, log], detached: true, env: {} });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (child.pid === undefined) return undefined;
  const watchdog = startWatchdog(child.pid);
  writeFileSync(pidFile, String(child.pid), { mode: 0o600 });
  const stop = async (): Promise<void> => {
    // Before the engine: it must not kill whatever gets the engine's id next.
    watchdog.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const forced = setTimeout(STOP_MILLISECONDS, undefined, { ref: false }).then(() =>
        child.kill('SIGKILL'),
      );
      await Promise.race([ended, forced.then(() => ended)]);
    }
    rmSync(pidFile, { force: true });
  };
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (isListening(logFile, logStart, endpoint)) return { endpoint, ended, stop };
    await setTimeout(POLL_MILLISECONDS);
  }
  await stop();
  return undefined;
};

/**
 * Starts the DynamoDB engine that is kept in `dynamodb.db` of the data directory.
 *
 * The engine writes ahead to SQLite's log before it answers, so killing it at any moment loses nothing that
 * was acknowledged.
 *
 * @throws StartError when the binary is missing or does not start
 */
export const startEngine = async (data: DataDirectory): Promise<Engine> => {
  const binary = findBinary();
  const databaseFile = data.path('dynamodb.db');
  const pidFile = data.path('dynamodb.pid');
  const logFile = data.path('logs', 'dynamodb.log');
  await endLeftOver(pidFile, databaseFile);
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const engine = await launch(binary, databaseFile, logFile, pidFile);
    if (engine === undefined) continue;
    try {
      indexStream(databaseFile);
      return engine;
    } catch (error) {
      await engine.stop();
      throw new StartError(`${databaseFile} cannot be used: ${messageOf(error)}.`);
    }
  }
  throw new StartError(`The local DynamoDB (${binary}) does not start: see ${logFile}.`);
};
