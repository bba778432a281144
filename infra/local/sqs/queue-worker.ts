/**
 * The thread with the queues: its writes do not block the runner, and it ends with the runner, even when that
 * is killed.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LocalBuckets } from '../s3/bucket-definition.ts';
import { notifyObjects, type ObjectsOfBuckets } from '../s3/notify-objects.ts';
import { hasGivenChecksum } from '../s3/presigned-url.ts';
import { serveBuckets } from '../s3/serve-buckets.ts';
import type { Credentials } from '../settings.ts';
import { isSignedBody, requireCaller } from '../signatures/caller.ts';
import { type FauxqsApp, importFauxqs } from './fauxqs-patches.ts';

/** The `workerData` of the thread. */
export interface QueueWorkerData {
  readonly directory: string;
  readonly region: string;
  readonly objects: LocalBuckets | undefined;
  /** Required of callers. */
  readonly credentials: Credentials;
}

/** The runner's command: to replace an origin of the stack by another, or to stop. */
export type QueueWorkerCommand = 'stop' | { readonly origin: readonly [remote: string, local: string] };

/** Tells the runner the port, once the server listens. */
export interface QueueWorkerMessage {
  readonly port: number;
}

const { directory, objects, region, credentials } = workerData as QueueWorkerData;

/** Origins of web pages on this machine, by those of the stack. */
const origins = new Map<string, string>();

/** All others are for S3. */
const isForQueues = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === '/';

const guard = (app: FauxqsApp, store: ObjectsOfBuckets): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ raw }, body, done) => {
    if (!hasGivenChecksum(raw, body)) {
      done(Object.assign(new Error('The body has another checksum.'), { statusCode: 400 }));
    } else if (isSignedBody(raw, body)) done(null, isForQueues(raw) ? JSON.parse(String(body)) : body);
    else done(Object.assign(new Error('The body is not the signed one.'), { statusCode: 403 }));
  });
  const { server } = app;
  const [listener] = server.listeners('request') as RequestListener[];
  if (listener === undefined) throw new Error('The server of fauxqs handles no requests');
  const sqs = requireCaller({ credentials, region, service: 'sqs' }, listener);
  const s3 = requireCaller({ credentials, region, service: 's3' }, listener);
  const signed: RequestListener = (message, response) => {
    (isForQueues(message) ? sqs : s3)(message, response);
  };
  server.removeAllListeners('request');
  if (objects === undefined) {
    server.on('request', signed);
    return;
  }
  notifyObjects(store, objects.buckets, (queueName, body) => fauxqs.sendMessage(queueName, body));
  server.on('request', serveBuckets({ ...objects, region, origins, accepted: listener, others: signed }));
};

const { startFauxqs } = await importFauxqs();
const fauxqs = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  defaultRegion: region,
  dataDir: directory,
  ...(objects === undefined ? {} : { s3StorageDir: objects.directory }),
  guard,
});
for (const { name } of objects?.buckets ?? []) fauxqs.createBucket(name);
parentPort?.on('message', (message: QueueWorkerCommand) => {
  // Otherwise the listener for messages would keep the thread alive.
  if (message === 'stop') void fauxqs.stop().finally(() => process.exit());
  else origins.set(...message.origin);
});
parentPort?.postMessage({ port: fauxqs.port } satisfies QueueWorkerMessage);
