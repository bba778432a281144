import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { Stack } from '../../assembly/stack.ts';
import { messageOf, StartError } from '../../process/start-error.ts';
import type { Started } from '../../process/started.ts';
import { createQueueClient, queueUrlOf } from '../../sqs/queue-client.ts';
import type { FunctionPool } from '../function-pool.ts';
import { createFailureDestination } from './failure-destination.ts';
import {
  concurrencyOf,
  type Mapping,
  type QueueMapping,
  readMappings,
  type StreamMapping,
} from './mapping-definition.ts';
import type { OnError, Poller } from './poller.ts';
import { startQueuePoller } from './queue-poller.ts';
import { startStreamPoller } from './stream-poller.ts';
import { openStreamPositions } from './stream-positions.ts';
import { openStreamReader } from './stream-reader.ts';

export interface StartEventSourcesOptions {
  readonly dynamodb: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** Keeps how far the streams have been read. */
  readonly positionsFile: string;
  readonly stack: Stack;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>;
  readonly sqsEndpoint: string;
  readonly onError: OnError;
}

const TABLE_REQUEST = { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/**
 * Starts to hand queue messages and stream records to functions. Polling stops before everything that was
 * started earlier, so that functions that are still running can reach the other services.
 *
 * @throws StartError when a mapping is not supported, or its queue or stream does not exist
 */
export const startEventSources = async (
  options: StartEventSourcesOptions,
  started: Started,
): Promise<void> => {
  const { stack, functions, dynamodb, onError } = options;
  const queueClient = createQueueClient(options.sqsEndpoint, stack.account.region);
  const streamClient = new DynamoDBStreamsClient({ ...dynamodb, requestHandler: TABLE_REQUEST });
  const positions = openStreamPositions(options.positionsFile, onError);
  const pollers: Poller[] = [];
  started.add(async () => {
    await Promise.all(pollers.map((poller) => poller.stop()));
    await positions.flush();
    queueClient.destroy();
    streamClient.destroy();
  });

  const targetOf = ({ functionArn, logicalId }: Mapping): Pick<FunctionPool, 'invoke'> => {
    const pool = functions.get(functionArn);
    if (pool === undefined)
      throw new StartError(`${logicalId} invokes ${functionArn}, which is not running.`);
    return pool;
  };

  const openQueue = (mapping: QueueMapping): (() => Poller) => {
    const queueUrl = queueUrlOf(mapping.sourceArn, mapping.logicalId, stack);
    const concurrency = concurrencyOf(mapping);
    const target = targetOf(mapping);
    return () => startQueuePoller({ mapping, queueUrl, concurrency, client: queueClient, target, onError });
  };

  const openStream = async (mapping: StreamMapping): Promise<() => Poller> => {
    const { failureQueueArn, tableName, logicalId } = mapping;
    const target = targetOf(mapping);
    const failureQueueUrl = queueUrlOf(failureQueueArn, logicalId, stack);
    const reader = await openStreamReader(streamClient, tableName, mapping.sourceArn).catch(
      (error: unknown) => {
        throw new StartError(`Cannot find the stream of ${tableName}: ${messageOf(error)}.`);
      },
    );
    if (reader === undefined) throw new StartError(`The table ${tableName} of ${logicalId} has no stream.`);
    const failureDestination = createFailureDestination(queueClient, failureQueueUrl);
    const kept = positions.open(logicalId, reader.streamArn);
    return () => startStreamPoller({ mapping, reader, positions: kept, target, failureDestination, onError });
  };

  // Nothing is polled until all mappings are known to be valid.
  const ready: (() => Poller)[] = [];
  for (const mapping of readMappings(stack)) {
    ready.push(mapping.source === 'sqs' ? openQueue(mapping) : await openStream(mapping));
  }
  pollers.push(...ready.map((start) => start()));
};
