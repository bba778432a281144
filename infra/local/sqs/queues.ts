import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  CreateQueueCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import { type Account, referenceTo } from '../assembly/physical-ids.ts';
import type { Resource } from '../assembly/stack.ts';
import { LOOPBACK } from '../process/listen.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import type { LocalBuckets } from '../s3/bucket-definition.ts';
import type { Credentials } from '../settings.ts';
import { createQueueClient } from './queue-client.ts';
import { type QueueDefinition, readQueue } from './queue-definition.ts';
import type { QueueWorkerCommand, QueueWorkerData, QueueWorkerMessage } from './queue-worker.ts';

/** The running local SQS, which also serves S3 at its endpoint. */
export interface Queues {
  readonly endpoint: string;
  /** Fulfilled when its thread ends. */
  readonly ended: Promise<void>;
  /** Makes the CORS rules for an origin of the stack apply to one of this machine. */
  replaceOrigin(remote: string, local: string): void;
  stop(): Promise<void>;
}

export interface StartQueuesOptions {
  readonly queues: readonly Resource[];
  /** Default: none. */
  readonly objects?: LocalBuckets;
  /** The folder for messages, created if necessary. */
  readonly directory: string;
  /** Its id must be 000000000000, which fauxqs writes into its ARNs. */
  readonly account: Account;
  /** Required of callers. */
  readonly credentials: Credentials;
}

/** It only has to close its file. */
const STOP_MILLISECONDS = 3_000;

const launch = async (data: QueueWorkerData): Promise<Queues> => {
  const worker = new Worker(new URL('./queue-worker.ts', import.meta.url), {
    workerData: data,
    env: compiledCodeEnvironment(),
    execArgv: [],
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new StartError(`The local SQS in ${data.directory} does not start: ${reason}.`));
    worker.once('message', (message: QueueWorkerMessage) => resolve(message.port));
    worker.once('error', (error) => fail(messageOf(error)));
    worker.once('exit', (code) => fail(`exit code ${code}`));
  });
  worker.unref();
  return {
    endpoint: `http://${LOOPBACK}:${port}`,
    ended,
    replaceOrigin: (remote, local) =>
      worker.postMessage({ origin: [remote, local] } satisfies QueueWorkerCommand),
    async stop() {
      worker.postMessage('stop' satisfies QueueWorkerCommand);
      await Promise.race([ended, setTimeout(STOP_MILLISECONDS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
};

/** An existing queue keeps its messages and gets the declared attributes. */
const createOrUpdate = async (client: SQSClient, queue: QueueDefinition, account: Account): Promise<void> => {
  const QueueUrl = referenceTo('AWS::SQS::Queue', queue.name, account);
  try {
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: queue.attributes }));
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    const declared = Object.entries(queue.attributes).filter(([, value]) => value !== '');
    const Attributes = { ...Object.fromEntries(declared), ...(queue.isFifo ? { FifoQueue: 'true' } : {}) };
    await client.send(new CreateQueueCommand({ QueueName: queue.name, Attributes }));
  }
};

/**
 * Starts SQS with the queues of the template. Queues that the template no longer declares stay. Acknowledged
 * messages are in a file and survive a kill of the runner; those in flight are visible again.
 *
 * @throws StartError when a queue is not supported, or SQS does not start
 */
export const startQueues = async ({
  queues,
  objects,
  directory,
  account,
  credentials,
}: StartQueuesOptions): Promise<Queues> => {
  const definitions = queues.map(readQueue);
  for (const each of [directory, objects?.directory ?? directory]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
  }
  const running = await launch({ directory, objects, region: account.region, credentials });
  const client = createQueueClient(running.endpoint, account.region, credentials);
  try {
    for (const queue of definitions) await createOrUpdate(client, queue, account);
    return running;
  } catch (error) {
    await running.stop();
    throw new StartError(`The local SQS refuses the queues of the stack: ${messageOf(error)}.`);
  } finally {
    client.destroy();
  }
};
