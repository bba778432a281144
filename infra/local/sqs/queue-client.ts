import {
  type DeleteMessageBatchCommandInput,
  type DeleteMessageBatchResult,
  type ReceiveMessageCommandInput,
  type ReceiveMessageResult,
  type SendMessageBatchCommandInput,
  type SendMessageBatchResult,
  type SendMessageCommandInput,
  type SendMessageResult,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { referenceTo } from '../assembly/physical-ids.ts';
import type { Stack } from '../assembly/stack.ts';
import { createSignedCall, type ServiceEndpoint } from '../aws-json/signed-call.ts';
import { StartError } from '../process/start-error.ts';
import type { Credentials } from '../settings.ts';

/** Longer than the longest poll. */
const REQUEST_MILLISECONDS = 30_000;

const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: REQUEST_MILLISECONDS };

/** The calls of SQS that each message needs. */
export type QueueCalls = ReturnType<typeof createQueueCalls>;

/** Makes calls of the local SQS, for a fraction of the CPU time of its client. */
export const createQueueCalls = (sqs: ServiceEndpoint) => {
  const call = createSignedCall(sqs, { signingName: 'sqs', target: 'AmazonSQS', name: 'SQS' }, TIMEOUTS);
  return {
    receive: (input: ReceiveMessageCommandInput, signal: AbortSignal) =>
      call<ReceiveMessageResult>('ReceiveMessage', input, signal),
    deleteBatch: (input: DeleteMessageBatchCommandInput) =>
      call<DeleteMessageBatchResult>('DeleteMessageBatch', input),
    send: (input: SendMessageCommandInput) => call<SendMessageResult>('SendMessage', input),
    sendBatch: (input: SendMessageBatchCommandInput) =>
      call<SendMessageBatchResult>('SendMessageBatch', input),
  };
};

/** Creates a client of the local SQS, which ignores the AWS host that the queue URLs of the stack name. */
export const createQueueClient = (endpoint: string, region: string, credentials: Credentials): SQSClient =>
  new SQSClient({
    endpoint,
    region,
    useQueueUrlAsEndpoint: false,
    credentials,
    requestHandler: { ...TIMEOUTS, throwOnRequestTimeout: true },
  });

/**
 * The URL of a queue of the stack.
 *
 * @param referrer the resource that names the queue
 * @throws StartError when the stack has no queue with this ARN
 */
export const queueUrlOf = (arn: string, referrer: string, stack: Stack): string => {
  const queue = stack.resourcesOf('AWS::SQS::Queue').find((candidate) => candidate.arn === arn);
  if (queue === undefined)
    throw new StartError(`${referrer} names ${arn}, which is not a queue of the stack.`);
  return referenceTo('AWS::SQS::Queue', queue.physicalId, stack.account);
};
