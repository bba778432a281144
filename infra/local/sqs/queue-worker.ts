/**
 * The thread with the queues: its writes do not block the runner, and it ends with the runner, even when that
 * is killed.
 */
import type { RequestListener, Server } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { requireCaller } from '../process/caller.ts';
import { giveWay } from '../process/give-way.ts';
import type { LocalBuckets } from '../s3/bucket-definition.ts';
import { notifyObjects, type ObjectsOfBuckets } from '../s3/notify-objects.ts';
import { serveBuckets } from '../s3/serve-buckets.ts';
import type { Credentials } from '../settings.ts';
import { importFauxqs } from './fauxqs-patches.ts';

/** The `workerData` of the thread. */
export interface QueueWorkerData {
  readonly directory: string;
  readonly region: string;
  readonly objects: LocalBuckets;
  /** The access key id is required of callers; the secret signs presigned URLs. */
  readonly credentials: Credentials;
}

/** From the runner: an origin of the stack and the one that replaces it, or to stop. */
export type QueueWorkerCommand = 'stop' | { readonly origin: readonly [remote: string, local: string] };

/** To the runner: the port, once the server listens. */
export interface QueueWorkerMessage {
  readonly port: number;
}

giveWay();
const { directory, objects, region, credentials } = workerData as QueueWorkerData;

/** Origins of web pages on this machine, by those of the stack. */
const origins = new Map<string, string>();

const guard = (server: Server, store: ObjectsOfBuckets): void => {
  notifyObjects(store, objects.buckets, (queueName, body) => fauxqs.sendMessage(queueName, body));
  const [listener] = server.listeners('request') as RequestListener[];
  if (listener === undefined) throw new Error('The server of fauxqs handles no requests');
  server.removeAllListeners('request').on(
    'request',
    serveBuckets({
      buckets: objects.buckets,
      credentials,
      region,
      origins,
      accepted: listener,
      others: requireCaller(credentials.accessKeyId, listener),
    }),
  );
};

const { startFauxqs } = await importFauxqs();
const fauxqs = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  defaultRegion: region,
  dataDir: directory,
  ...(objects.directory === undefined ? {} : { s3StorageDir: objects.directory }),
  guard,
});
for (const { name } of objects.buckets) fauxqs.createBucket(name);
parentPort?.on('message', (message: QueueWorkerCommand) => {
  // Otherwise the listener for messages would keep the thread alive.
  if (message === 'stop') void fauxqs.stop().finally(() => process.exit());
  else origins.set(...message.origin);
});
parentPort?.postMessage({ port: fauxqs.port } satisfies QueueWorkerMessage);
