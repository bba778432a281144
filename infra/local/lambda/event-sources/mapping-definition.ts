import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource, Stack } from '../../assembly/stack.ts';
import { compileDeclaredPattern, jsonText } from '../../event-patterns/event-pattern.ts';
import { queueUrlOf } from '../../sqs/queue-client.ts';
import { functionArnOf } from '../function-definition.ts';

/** Groups that wait for slow servers must not hold up other groups. */
const FIFO_CONCURRENCY = 64;
const STANDARD_CONCURRENCY = 4;

/**
 * How many invocations share a thread of a function that takes messages of a FIFO queue: it mostly waits, and
 * a thread for each slow server would have to start first.
 */
const FIFO_SHARE = 16;

const common = {
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  Tags: ignored(),
};

const queueSchema = z.strictObject({
  ...common,
  // A batch is what a single receive call returns.
  BatchSize: z.int().min(1).max(10),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.int().min(2).max(1000) }),
});

const streamSchema = z.strictObject({
  ...common,
  BatchSize: z.int().min(1).max(10_000),
  BisectBatchOnFunctionError: z.literal(true),
  MaximumRetryAttempts: z.int().min(0).max(10_000),
  StartingPosition: z.literal('TRIM_HORIZON'),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
  FilterCriteria: z
    .strictObject({ Filters: z.array(z.strictObject({ Pattern: jsonText })) })
    .default({ Filters: [] }),
  /** Only events of a mapping with a window name their shard. Here, windows never end. */
  TumblingWindowInSeconds: z.int().min(1).max(900).optional(),
});

const STREAM_ARN = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//;

const readMapping = (resource: Resource, stack: Stack) => {
  const { logicalId } = resource;
  const commonOf = ({
    FunctionName,
    EventSourceArn,
    BatchSize,
  }: z.infer<typeof queueSchema | typeof streamSchema>) => ({
    logicalId,
    functionArn: functionArnOf(FunctionName, logicalId, stack),
    sourceArn: EventSourceArn,
    batchSize: BatchSize,
  });
  const tableName = STREAM_ARN.exec(String(resource.properties['EventSourceArn']))?.[1];
  if (tableName === undefined) {
    const properties = readProperties(resource, queueSchema);
    const { EventSourceArn, ScalingConfig } = properties;
    const isFifo = EventSourceArn.endsWith('.fifo');
    const localLimit = isFifo ? FIFO_CONCURRENCY : STANDARD_CONCURRENCY;
    return {
      ...commonOf(properties),
      source: 'queue' as const,
      queueUrl: queueUrlOf(EventSourceArn, logicalId, stack),
      concurrency: Math.min(ScalingConfig.MaximumConcurrency, localLimit),
      share: isFifo ? FIFO_SHARE : 1,
    };
  }
  const properties = readProperties(resource, streamSchema);
  return {
    ...commonOf(properties),
    source: 'stream' as const,
    tableName,
    concurrency: 1,
    share: 1,
    /** A record has to match one of them; without filters, all records pass. */
    filters: properties.FilterCriteria.Filters.map(({ Pattern }, index) =>
      compileDeclaredPattern(Pattern, `Filter ${index + 1} of ${logicalId}`),
    ),
    maximumRetryAttempts: properties.MaximumRetryAttempts,
    namesShard: properties.TumblingWindowInSeconds !== undefined,
    /** Receives a report of records that were given up. */
    failureQueueUrl: queueUrlOf(properties.DestinationConfig.OnFailure.Destination, logicalId, stack),
  };
};

type Mapping = ReturnType<typeof readMapping>;
export type QueueMapping = Extract<Mapping, { readonly source: 'queue' }>;
export type StreamMapping = Extract<Mapping, { readonly source: 'stream' }>;

/**
 * Reads the event source mappings of the stack.
 *
 * @throws StartError when one is not supported, or names a function or queue that is not in the stack
 */
export const readMappings = (stack: Stack): readonly Mapping[] =>
  stack.resourcesOf('AWS::Lambda::EventSourceMapping').map((resource) => readMapping(resource, stack));

/**
 * How many workers the functions with event sources need, by function ARN, and how many invocations share
 * one. With fewer, messages would wait while their visibility timeout runs.
 *
 * @throws StartError when a mapping is not supported
 */
export const localConcurrencyOf = (
  stack: Stack,
): ReadonlyMap<string, { readonly maxWorkers: number; readonly concurrency: number }> => {
  const byFunction = Map.groupBy(readMappings(stack), ({ functionArn }) => functionArn);
  return new Map(
    [...byFunction].map(([functionArn, mappings]) => {
      const invocations = mappings.reduce((sum, mapping) => sum + mapping.concurrency, 0);
      const concurrency = Math.max(...mappings.map(({ share }) => share));
      return [functionArn, { maxWorkers: Math.ceil(invocations / concurrency), concurrency }];
    }),
  );
};
