import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import type { DataDirectory } from '../process/data-directory.ts';
import { createRetryDelay } from '../process/retry-delay.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import { writeFastEngine } from './engine-binary.ts';
import { type Engine, type EngineFiles, endOrphanedEngine, launchEngine } from './engine-process.ts';
import type { FoundEngine } from './find-engine.ts';
import { prepareStreamRecords } from './stream-records.ts';

/** Another process may use the address. */
const START_ATTEMPTS = 5;
/** Consecutive restarts after a crash; the waits before them add up to three seconds. */
const RESTARTS = 5;
/** The uptime after which a crash counts as the first one. */
const STABLE_MILLISECONDS = 10_000;

/** Files that a run writes only after it has created the tables. */
const LATER_FILES = ['kms.json', 'cognito.json', 'api-gateway.json'];

/** A lost database is not replaced by an empty one, which would hide the loss. */
const requireDatabase = (database: string, data: DataDirectory): void => {
  const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const proof = LATER_FILES.find((name) => hasContent(data.path(name)));
  if (proof === undefined || hasContent(database)) return;
  throw new StartError(
    `${database} is missing or empty, although ${proof} shows that it had data: ` +
      `restore it, or delete ${data.path()} to start without data.`,
  );
};

/**
 * One of 10^12 addresses of this machine, all but those that begin with 127.0 and 127.255. The engine accepts
 * any call, so a web page must not be able to find it. macOS has only 127.0.0.1, with 64,000 ports.
 */
const randomEndpoint = (): string => {
  const host =
    process.platform === 'darwin'
      ? '127.0.0.1'
      : `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(256)}`;
  return `http://${host}:${randomInt(1_024, 65_536)}`;
};

const startFirst = async (files: EngineFiles): Promise<Engine> => {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const engine = await launchEngine(files, randomEndpoint());
    if (engine === undefined) continue;
    try {
      prepareStreamRecords(files.database);
      return engine;
    } catch (error) {
      await engine.stop();
      throw new StartError(`${files.database} cannot be used: ${messageOf(error)}.`);
    }
  }
  throw new StartError(`The local DynamoDB (${files.binary}) does not start: see ${files.log}.`);
};

/** Restarts a crashed engine at the same address, so that its clients find it again. */
const keepRunning = (first: Engine, files: EngineFiles, onError: (error: Error) => void): Engine => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { endpoint } = first;
  let current: Engine | undefined = first;

  const watch = async (): Promise<void> => {
    const delay = createRetryDelay();
    for (;;) {
      const start = performance.now();
      await current?.ended;
      if (performance.now() - start >= STABLE_MILLISECONDS) delay.reset();
      if (signal.aborted || delay.failures === RESTARTS) return;
      onError(new Error(`The local DynamoDB crashed and is being restarted: see ${files.log}.`));
      await delay.wait(signal);
      if (signal.aborted) return;
      current = await launchEngine(files, endpoint);
      if (signal.aborted) await current?.stop();
    }
  };
  const ended = watch().catch(onError);

  return {
    endpoint,
    ended,
    async stop() {
      stopping.abort();
      await current?.stop();
      await ended;
    },
  };
};

/**
 * Starts the DynamoDB engine on `dynamodb.db` in the data directory, and restarts it when it crashes.
 *
 * The engine writes to SQLite's log before it answers, so that a kill loses no acknowledged write.
 *
 * @param onError receives each crash
 * @returns the engine, which has ended when it was stopped or kept crashing
 * @throws StartError when the data is missing, or the engine does not start
 */
export const startEngine = async (
  data: DataDirectory,
  engine: FoundEngine,
  onError: (error: Error) => void,
): Promise<Engine> => {
  const fast = data.path('dynamodb-engine');
  const paths = {
    database: data.path('dynamodb.db'),
    pid: data.path('dynamodb.pid'),
    log: data.path('logs', 'dynamodb.log'),
  };
  requireDatabase(paths.database, data);
  const files = { ...paths, binary: writeFastEngine(engine, fast) ? fast : engine.path };
  await endOrphanedEngine(files);
  return keepRunning(await startFirst(files), files, onError);
};
