import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource, Stack } from '../../assembly/stack.ts';
import { compileEventPattern, type EventPattern } from '../../event-patterns/event-pattern.ts';
import { StartError } from '../../process/start-error.ts';

/** What all event source mappings have. */
interface CommonMapping {
  readonly logicalId: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly batchSize: number;
  readonly batchingWindowMilliseconds: number;
  /** A record has to match one of them; none: all records pass. */
  readonly filters: readonly EventPattern[];
  readonly reportsItemFailures: boolean;
}

export interface QueueMapping extends CommonMapping {
  readonly source: 'sqs';
  readonly isFifo: boolean;
  /** Invocations at once, as declared. */
  readonly maximumConcurrency: number | undefined;
}

export interface StreamMapping extends CommonMapping {
  readonly source: 'dynamodb';
  readonly tableName: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly bisects: boolean;
  /** -1: without end. */
  readonly maximumRetryAttempts: number;
  /** -1: without end. */
  readonly maximumRecordAgeSeconds: number;
  /** The queue that is told of records that were given up. */
  readonly failureQueueArn: string | undefined;
}

export type Mapping = QueueMapping | StreamMapping;

const common = {
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  MaximumBatchingWindowInSeconds: z.number().int().min(0).max(300).default(0),
  FilterCriteria: z
    .strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })).default([]) })
    .optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  Tags: ignored(),
};

const queueSchema = z.strictObject({
  ...common,
  BatchSize: z.number().int().min(1).max(10_000).default(10),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.number().int().min(2).max(1000) }).optional(),
});

const streamSchema = z.strictObject({
  ...common,
  BatchSize: z.number().int().min(1).max(10_000).default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.number().int().min(-1).max(10_000).default(-1),
  MaximumRecordAgeInSeconds: z.number().int().min(-1).max(604_800).default(-1),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string() }).optional() })
    .optional(),
  // One shard is read by one invocation at a time, so that the order is kept.
  ParallelizationFactor: ignored(),
});

const parseJson = (text: string, place: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError(`${place} is no JSON.`);
  }
};

const readCommon = (
  { logicalId }: Resource,
  properties: z.infer<typeof queueSchema> | z.infer<typeof streamSchema>,
  stack: Stack,
): CommonMapping => {
  const { FunctionName: given } = properties;
  const target = stack
    .resourcesOf('AWS::Lambda::Function')
    .find(({ physicalId, arn }) => physicalId === given || arn === given);
  if (target?.arn === undefined) {
    throw new StartError(`${logicalId} is for the function ${given}, which is not in the stack.`);
  }
  const filters = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }, index) => {
    const place = `Filter ${index + 1} of ${logicalId}`;
    return compileEventPattern(parseJson(Pattern, place), place);
  });
  return {
    logicalId,
    functionArn: target.arn,
    sourceArn: properties.EventSourceArn,
    batchSize: properties.BatchSize,
    batchingWindowMilliseconds: properties.MaximumBatchingWindowInSeconds * 1000,
    filters,
    reportsItemFailures: properties.FunctionResponseTypes.length > 0,
  };
};

const readQueueMapping = (resource: Resource, stack: Stack): QueueMapping | undefined => {
  const properties = readProperties(resource, queueSchema);
  if (!properties.Enabled) return undefined;
  return {
    ...readCommon(resource, properties, stack),
    source: 'sqs',
    isFifo: properties.EventSourceArn.endsWith('.fifo'),
    maximumConcurrency: properties.ScalingConfig?.MaximumConcurrency,
  };
};

const readStreamMapping = (
  resource: Resource,
  tableName: string,
  stack: Stack,
): StreamMapping | undefined => {
  const properties = readProperties(resource, streamSchema);
  if (!properties.Enabled) return undefined;
  const failureQueueArn = properties.DestinationConfig?.OnFailure?.Destination;
  if (failureQueueArn !== undefined && !failureQueueArn.startsWith('arn:aws:sqs:')) {
    throw new StartError(`${resource.logicalId} reports failures to ${failureQueueArn}, which is no queue.`);
  }
  return {
    ...readCommon(resource, properties, stack),
    source: 'dynamodb',
    tableName,
    startingPosition: properties.StartingPosition,
    bisects: properties.BisectBatchOnFunctionError,
    maximumRetryAttempts: properties.MaximumRetryAttempts,
    maximumRecordAgeSeconds: properties.MaximumRecordAgeInSeconds,
    failureQueueArn,
  };
};

const STREAM_ARN = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//;

/**
 * Reads the event source mappings of the stack that are enabled.
 *
 * @throws StartError when one uses what the runner does not have, or names what is not in the stack
 */
export const readMappings = (stack: Stack): readonly Mapping[] =>
  stack.resourcesOf('AWS::Lambda::EventSourceMapping').flatMap((resource): readonly Mapping[] => {
    const arn = String(resource.properties['EventSourceArn']);
    const tableName = STREAM_ARN.exec(arn)?.[1];
    if (tableName === undefined && !arn.startsWith('arn:aws:sqs:')) {
      throw new StartError(
        `${resource.logicalId} reads ${arn}, which is neither a queue nor a table's stream.`,
      );
    }
    const mapping =
      tableName === undefined
        ? readQueueMapping(resource, stack)
        : readStreamMapping(resource, tableName, stack);
    return mapping === undefined ? [] : [mapping];
  });
