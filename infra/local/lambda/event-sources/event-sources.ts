import { setTimeout } from 'node:timers/promises';
import type { Stack } from '../../assembly/stack.ts';
import type { ServiceEndpoint } from '../../aws-json/signed-call.ts';
import type { Started } from '../../process/started.ts';
import { createQueueCalls } from '../../sqs/queue-client.ts';
import { readMappings } from './mapping-definition.ts';
import type { PollerContext } from './poller.ts';
import { pollQueue } from './queue-poller.ts';
import { pollStream } from './stream-poller.ts';
import { openStreamPositions } from './stream-positions.ts';
import { openStreamReader, type StreamReader } from './stream-reader.ts';

export interface StartEventSourcesOptions extends Pick<PollerContext, 'invoke' | 'onError'> {
  readonly dynamodb: ServiceEndpoint;
  /** Keeps how far the streams have been read. */
  readonly positionsFile: string;
  readonly stack: Stack;
  readonly sqsEndpoint: string;
}

/** Running invocations get this long to end. */
const DRAIN_MILLISECONDS = 5_000;

/**
 * Starts to hand queue messages and stream records to functions. Polling stops before everything that was
 * started earlier, so that functions that are still running can reach the other services.
 *
 * @throws StartError when a mapping is not supported, or its queue or stream does not exist
 */
export const startEventSources = async (
  { stack, dynamodb, positionsFile, sqsEndpoint, ...options }: StartEventSourcesOptions,
  started: Started,
): Promise<void> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sqs = createQueueCalls({ ...dynamodb, endpoint: sqsEndpoint });
  const openPositions = openStreamPositions(positionsFile);
  const context = { ...options, sqs, signal };
  const readers: StreamReader[] = [];
  const polling: Promise<void>[] = [];
  started.add(async () => {
    stopping.abort();
    const timeout = setTimeout(DRAIN_MILLISECONDS, undefined, { ref: false });
    await Promise.race([Promise.all(polling), timeout]);
    for (const reader of readers) reader.close();
  });

  for (const mapping of readMappings(stack)) {
    if (mapping.source === 'queue') {
      polling.push(pollQueue(mapping, context));
      continue;
    }
    const reader = await openStreamReader(dynamodb, mapping, signal);
    readers.push(reader);
    const positions = openPositions(mapping.logicalId, reader.streamArn);
    polling.push(pollStream(mapping, reader, positions, context));
  }
};
