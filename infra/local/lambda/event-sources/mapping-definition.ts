import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource, Stack } from '../../assembly/stack.ts';
import { compileEventPattern, type EventPattern } from '../../event-patterns/event-pattern.ts';
import { StartError } from '../../process/start-error.ts';

interface CommonMapping {
  readonly logicalId: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly batchSize: number;
}

export interface QueueMapping extends CommonMapping {
  readonly source: 'sqs';
  readonly isFifo: boolean;
  /** Concurrent invocations, as declared. */
  readonly maximumConcurrency: number;
}

export interface StreamMapping extends CommonMapping {
  readonly source: 'dynamodb';
  readonly tableName: string;
  /** A record has to match one of them; without filters, all records pass. */
  readonly filters: readonly EventPattern[];
  readonly maximumRetryAttempts: number;
  /** Receives a report of records that were given up. */
  readonly failureQueueArn: string;
}

export type Mapping = QueueMapping | StreamMapping;

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
    .strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })) })
    .default({ Filters: [] }),
  // A shard is read by one invocation at a time, which keeps its order.
  ParallelizationFactor: ignored(),
});

const readCommon = (
  { logicalId }: Resource,
  { FunctionName, EventSourceArn, BatchSize }: z.infer<typeof queueSchema> | z.infer<typeof streamSchema>,
  stack: Stack,
): CommonMapping => {
  const functions = stack.resourcesOf('AWS::Lambda::Function');
  const functionArn = functions.find(({ physicalId }) => physicalId === FunctionName)?.arn;
  if (functionArn === undefined) {
    throw new StartError(`${logicalId} names ${FunctionName}, which is not a function of the stack.`);
  }
  return { logicalId, functionArn, sourceArn: EventSourceArn, batchSize: BatchSize };
};

const readQueueMapping = (resource: Resource, stack: Stack): QueueMapping => {
  const properties = readProperties(resource, queueSchema);
  return {
    ...readCommon(resource, properties, stack),
    source: 'sqs',
    isFifo: properties.EventSourceArn.endsWith('.fifo'),
    maximumConcurrency: properties.ScalingConfig.MaximumConcurrency,
  };
};

const compileFilter = (pattern: string, place: string): EventPattern => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(pattern);
  } catch {
    throw new StartError(`${place} is not valid JSON.`);
  }
  return compileEventPattern(parsed, place);
};

const readStreamMapping = (resource: Resource, tableName: string, stack: Stack): StreamMapping => {
  const properties = readProperties(resource, streamSchema);
  return {
    ...readCommon(resource, properties, stack),
    source: 'dynamodb',
    tableName,
    filters: properties.FilterCriteria.Filters.map(({ Pattern }, index) =>
      compileFilter(Pattern, `Filter ${index + 1} of ${resource.logicalId}`),
    ),
    maximumRetryAttempts: properties.MaximumRetryAttempts,
    failureQueueArn: properties.DestinationConfig.OnFailure.Destination,
  };
};

const STREAM_ARN = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//;

/**
 * Reads the event source mappings of the stack.
 *
 * @throws StartError when one is not supported, or names a function that is not in the stack
 */
export const readMappings = (stack: Stack): readonly Mapping[] =>
  stack.resourcesOf('AWS::Lambda::EventSourceMapping').map((resource) => {
    const arn = String(resource.properties['EventSourceArn']);
    const tableName = STREAM_ARN.exec(arn)?.[1];
    if (tableName !== undefined) return readStreamMapping(resource, tableName, stack);
    if (arn.startsWith('arn:aws:sqs:')) return readQueueMapping(resource, stack);
    throw new StartError(
      `${resource.logicalId} reads ${arn}, which is neither a queue nor a table's stream.`,
    );
  });

/** Groups that wait for slow servers must not hold up other groups. */
const FIFO_CONCURRENCY = 16;
const STANDARD_CONCURRENCY = 4;

/** How many concurrent invocations a mapping makes on this machine, where each one takes a thread. */
export const concurrencyOf = (mapping: Mapping): number => {
  if (mapping.source === 'dynamodb') return 1;
  return Math.min(mapping.maximumConcurrency, mapping.isFifo ? FIFO_CONCURRENCY : STANDARD_CONCURRENCY);
};

/**
 * How many workers the functions with event sources need, by function ARN. With fewer workers, messages would
 * wait while their visibility timeout runs.
 *
 * @throws StartError when a mapping is not supported
 */
export const localConcurrencyOf = (stack: Stack): ReadonlyMap<string, number> => {
  const concurrency = new Map<string, number>();
  for (const mapping of readMappings(stack)) {
    const { functionArn } = mapping;
    concurrency.set(functionArn, (concurrency.get(functionArn) ?? 0) + concurrencyOf(mapping));
  }
  return concurrency;
};
