/**
 * The inside of the worker thread that the queues live in: what they write would otherwise hold up the runner, and
 * the thread ends with the runner, however that goes.
 */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../process/give-way.ts';
import { correct } from './corrections.ts';

/** Everything that the worker is started with. */
export interface QueueWorkerData {
  readonly directory: string;
  readonly region: string;
}

/** To the runner: the port, once it listens. */
export interface QueueWorkerMessage {
  readonly port: number;
}

giveWay();
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.includes('/fauxqs/dist/')) return loaded;
    return { ...loaded, source: correct(url, String(loaded.source)) };
  },
});
const { startFauxqs } = await import('fauxqs');

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
