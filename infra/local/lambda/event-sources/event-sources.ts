import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { referenceTo } from '../../assembly/physical-ids.ts';
import type { Stack } from '../../assembly/stack.ts';
import { messageOf, StartError } from '../../process/start-error.ts';
import type { Started } from '../../process/started.ts';
import { createQueueClient } from '../../sqs/queue-client.ts';
import type { FunctionPool } from '../function-pool.ts';
import { createFailureDestination } from './failure-destination.ts';
import { type ConcurrencyLimits, concurrencyOf } from './local-concurrency.ts';
import { type Mapping, type QueueMapping, readMappings, type StreamMapping } from './mapping-definition.ts';
import type { OnError, Poller } from './poller.ts';
import { startQueuePoller } from './queue-poller.ts';
import { startStreamPoller } from './stream-poller.ts';
import { openStreamPositions, type StreamPositions } from './stream-positions.ts';
import { openStreamReader } from './stream-reader.ts';

export interface StartEventSourcesOptions {
  readonly dynamodb: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** The file that keeps how far the streams are read. */
  readonly positionsFile: string;
  readonly stack: Stack;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>;
  /** `undefined` when the stack has no queues. */
  readonly sqsEndpoint: string | undefined;
  readonly concurrencyLimits?: ConcurrencyLimits;
  readonly onError: OnError;
}

const TABLE_REQUEST = { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/**
 * Starts what hands messages and changes of tables to functions. Polling stops first of all that was started before
 * it, so that what a function still does finds everything running.
 *
 * @throws StartError when a mapping cannot be honoured, or its queue or stream is not there
 */
export const startEventSources = async (
  options: StartEventSourcesOptions,
  started: Started,
): Promise<void> => {
  const { stack, functions, sqsEndpoint, dynamodb, onError } = options;
  const mappings = readMappings(stack);
  if (mappings.length === 0) return;

  const pollers: Poller[] = [];
  let queueClient: SQSClient | undefined;
  let streamClient: DynamoDBStreamsClient | undefined;
  let positions: StreamPositions | undefined;
  started.add(async () => {
    await Promise.all(pollers.map((poller) => poller.stop()));
    await positions?.flush();
    queueClient?.destroy();
    streamClient?.destroy();
  });

  const poolOf = ({ functionArn, logicalId }: Mapping): Pick<FunctionPool, 'invoke'> => {
    const pool = functions.get(functionArn);
    if (pool === undefined) throw new StartError(`${logicalId} is for ${functionArn}, which does not run.`);
    return pool;
  };
  const queueUrlOf = (arn: string, { logicalId }: Mapping): string => {
    const queue = stack.resourcesOf('AWS::SQS::Queue').find((candidate) => candidate.arn === arn);
    if (queue === undefined) throw new StartError(`${logicalId} names ${arn}, which is not in the stack.`);
    return referenceTo('AWS::SQS::Queue', queue.physicalId, stack.account);
  };
  const clientOfQueues = (): SQSClient => {
    if (sqsEndpoint === undefined) throw new StartError('There is no SQS for the event sources.');
    queueClient ??= createQueueClient(sqsEndpoint, stack.account.region);
    return queueClient;
  };

  const openQueue = (mapping: QueueMapping): (() => Poller) => {
    const queueUrl = queueUrlOf(mapping.sourceArn, mapping);
    const concurrency = concurrencyOf(mapping, options.concurrencyLimits);
    const [client, target] = [clientOfQueues(), poolOf(mapping)];
    return () => startQueuePoller({ mapping, queueUrl, concurrency, client, target, onError });
  };

  const openStream = async (mapping: StreamMapping): Promise<() => Poller> => {
    const { failureQueueArn, tableName } = mapping;
    const target = poolOf(mapping);
    const failureDestination =
      failureQueueArn === undefined
        ? undefined
        : createFailureDestination(clientOfQueues(), queueUrlOf(failureQueueArn, mapping));
    streamClient ??= new DynamoDBStreamsClient({ ...dynamodb, requestHandler: TABLE_REQUEST });
    const reader = await openStreamReader(streamClient, tableName, mapping.sourceArn).catch(
      (error: unknown) => {
        throw new StartError(`The stream of ${tableName} cannot be found: ${messageOf(error)}.`);
      },
    );
    if (reader === undefined)
      throw new StartError(`The table ${tableName} of ${mapping.logicalId} has no stream.`);
    positions ??= openStreamPositions(options.positionsFile, onError);
    const kept = positions.open(mapping, reader.streamArn);
    return () => startStreamPoller({ mapping, reader, positions: kept, target, failureDestination, onError });
  };

  // Nothing is taken from any before all are found to be right.
  const ready: (() => Poller)[] = [];
  for (const mapping of mappings) {
    ready.push(mapping.source === 'sqs' ? openQueue(mapping) : await openStream(mapping));
  }
  // A position that counts from now on has to outlive a kill.
  await positions?.flush();
  pollers.push(...ready.map((start) => start()));
};
