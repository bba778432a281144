import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  CreateQueueCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type Account, referenceTo } from '../assembly/physical-ids.ts';
import type { Resource } from '../assembly/stack.ts';
import { LOOPBACK } from '../process/listen.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import { createQueueClient } from './queue-client.ts';
import { type QueueDefinition, readQueues } from './queue-definition.ts';
import type { QueueWorkerData, QueueWorkerMessage } from './queue-worker.ts';

/** The running local SQS. */
export interface Queues {
  readonly endpoint: string;
  /** Fulfilled when it ends, also by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface StartQueuesOptions {
  readonly queues: readonly Resource[];
  /** The folder for messages, made if need be. */
  readonly directory: string;
  readonly account: Account;
}

/** The account that fauxqs writes into its ARNs. */
const ACCOUNT_ID = '000000000000';
/** It only has to close its file. */
const STOP_MILLISECONDS = 3_000;

const launch = async (data: QueueWorkerData): Promise<Queues> => {
  const worker = new Worker(new URL('./queue-worker.ts', import.meta.url), {
    workerData: data,
    env: {},
    execArgv: [],
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', (message: QueueWorkerMessage) => resolve(message.port));
    worker.once('error', (error) =>
      reject(new StartError(`The local SQS in ${data.directory} does not start: ${messageOf(error)}.`)),
    );
    worker.once('exit', (code) =>
      reject(new StartError(`The local SQS ended with ${code} while it started.`)),
    );
  });
  worker.unref();
  return {
    endpoint: `http://${LOOPBACK}:${port}`,
    ended,
    async stop() {
      worker.postMessage('stop');
      await Promise.race([ended, setTimeout(STOP_MILLISECONDS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
};

/** Messages of an existing queue stay; what is declared of it becomes as declared. */
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
 * Starts SQS with the queues as the template declares them; those that it no longer has are left alone. A message that
 * was acknowledged is in a file, so killing the runner at any moment loses none.
 *
 * @throws StartError when a queue cannot be honoured, or SQS does not start
 */
export const startQueues = async ({ queues, directory, account }: StartQueuesOptions): Promise<Queues> => {
  const definitions = readQueues(queues);
  if (account.accountId !== ACCOUNT_ID) {
    throw new StartError(`The local SQS knows only the account ${ACCOUNT_ID}, not ${account.accountId}.`);
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const running = await launch({ directory, region: account.region });
  const client = createQueueClient(running.endpoint, account.region);
  try {
    for (const queue of definitions) await createOrUpdate(client, queue, account);
    return running;
  } catch (error) {
    await running.stop();
    throw new StartError(`The local SQS does not take its queues: ${messageOf(error)}.`);
  } finally {
    client.destroy();
  }
};
