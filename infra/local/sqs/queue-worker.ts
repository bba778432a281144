/**
 * The thread with the queues: its writes do not block the runner, and it ends with the runner, even when that
 * is killed.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../process/give-way.ts';
import { importFauxqs } from './fauxqs-patches.ts';

/** The `workerData` of the thread. */
export interface QueueWorkerData {
  readonly directory: string;
  readonly region: string;
}

/** To the runner: the port, once the server listens. */
export interface QueueWorkerMessage {
  readonly port: number;
}

giveWay();
const { startFauxqs } = await importFauxqs();
const { directory, region } = workerData as QueueWorkerData;
const server = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  defaultRegion: region,
  dataDir: directory,
});
parentPort?.once('message', () => void server.stop());
parentPort?.postMessage({ port: server.port } satisfies QueueWorkerMessage);
