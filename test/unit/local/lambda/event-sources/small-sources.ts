import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { deployStack, type Stack } from '../../../../../infra/local/assembly/stack.ts';
import { startEventSources } from '../../../../../infra/local/lambda/event-sources/event-sources.ts';
import { startFunctions } from '../../../../../infra/local/lambda/functions.ts';
import { Started } from '../../../../../infra/local/process/started.ts';
import { createQueueClient } from '../../../../../infra/local/sqs/queue-client.ts';
import { readQueue } from '../../../../../infra/local/sqs/queue-definition.ts';
import { type Queues, startQueues } from '../../../../../infra/local/sqs/queues.ts';

const REGION = 'eu-central-1';
const NOWHERE = 'http://127.0.0.1:1';
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface SmallSources {
  /** The handler's notes so far. */
  notes(): readonly unknown[];
  readonly errors: readonly string[];
  /** Of each invocation, whether its events were late. */
  readonly lateness: readonly (boolean | undefined)[];
  readonly sqsEndpoint: string;
  stop(): Promise<void>;
}

export interface SmallSourcesOptions {
  /**
   * Properties of the only mapping. Its source may be `Queue` or `Queue.fifo`, with the suffix, or
   * `STREAM_ARN`.
   */
  readonly mapping: Record<string, unknown>;
  /**
   * JavaScript with access to `event`, `sleep()`, `note(value)` and `notes()`, which persist in the folder.
   */
  readonly handler: string;
  readonly folder?: string;
  readonly dynamodbEndpoint?: string;
  readonly visibilityTimeout?: number;
  /** A running SQS, which keeps running; its start takes half a second of CPU time. Default: a new one. */
  readonly queues?: Queues;
  /** Tells the queues of this test from those of others that share the SQS. */
  readonly suffix?: string;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'sources-'));
export const arnOf = (name: string): string => `arn:aws:sqs:${REGION}:000000000000:${name}`;
export const urlOf = (name: string): string => `https://sqs.${REGION}.amazonaws.com/000000000000/${name}`;
export const STREAM_ARN = `arn:aws:dynamodb:${REGION}:000000000000:table/sales-data/stream/local`;

const QUEUE_PROPERTIES = { BatchSize: 10, ScalingConfig: { MaximumConcurrency: 20 } };
const STREAM_PROPERTIES = {
  BatchSize: 100,
  BisectBatchOnFunctionError: true,
  MaximumRetryAttempts: 10,
  StartingPosition: 'TRIM_HORIZON',
  DestinationConfig: { OnFailure: { Destination: arnOf('Dead') } },
};

/** The stack: one function, its mapping, and queues. */
export const smallStack = (
  mapping: Record<string, unknown>,
  options: { folder?: string; visibilityTimeout?: number; suffix?: string } = {},
): Stack => {
  const { suffix = '' } = options;
  const queue = (QueueName: string, more: object = {}) => ({
    Type: 'AWS::SQS::Queue',
    Properties: { QueueName, VisibilityTimeout: options.visibilityTimeout ?? 30, ...more },
  });
  const Resources = {
    Queue: queue(`Queue${suffix}`),
    Fifo: queue(`Queue${suffix}.fifo`, { FifoQueue: true }),
    Dead: queue('Dead', { VisibilityTimeout: 30 }),
    Handler: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: 'assets', S3Key: 'handler.zip' },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Timeout: 10,
        MemorySize: 256,
        Environment: { Variables: { NOTES: join(options.folder ?? '', 'notes') } },
      },
    },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: { Ref: 'Handler' },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ...(String(mapping['EventSourceArn']).includes(':dynamodb:') ? STREAM_PROPERTIES : QUEUE_PROPERTIES),
        ...mapping,
      },
    },
  };
  return deployStack(
    {
      stackName: 'Small',
      template: {
        Resources: Object.fromEntries(
          Object.entries(Resources).map(([id, { Type, Properties }]) => [
            id,
            { Type, Properties: { ...Properties } },
          ]),
        ),
        Outputs: {},
      },
      assetDirectory: () => '/nowhere',
    },
    REGION,
  );
};

/** Starts SQS with the queues of the stack. */
export const startSmallQueues = (folder: string, stack = smallStack({}, { folder })): Promise<Queues> =>
  startQueues({
    queues: stack.resourcesOf('AWS::SQS::Queue'),
    directory: join(folder, 'sqs'),
    account: stack.account,
    credentials: CREDENTIALS,
  });

/** Adds the queues of a stack to a running SQS. */
const createQueues = async ({ endpoint }: Queues, stack: Stack): Promise<void> => {
  const client = createQueueClient(endpoint, REGION, CREDENTIALS);
  for (const { name, isFifo, attributes } of stack.resourcesOf('AWS::SQS::Queue').map(readQueue)) {
    const { VisibilityTimeout } = attributes;
    const Attributes = { VisibilityTimeout, ...(isFifo ? { FifoQueue: 'true' } : {}) };
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  }
  client.destroy();
};

/** Starts SQS, the function with worker threads, and its event source. */
export const startSmallSources = async (options: SmallSourcesOptions): Promise<SmallSources> => {
  const { folder = newFolder(), mapping, handler, dynamodbEndpoint = NOWHERE } = options;
  const notesFile = join(folder, 'notes');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  appendFileSync(notesFile, '');
  writeFileSync(
    join(folder, 'index.cjs'),
    `const { appendFileSync, readFileSync } = require('node:fs');
    const note = (value) => appendFileSync(process.env.NOTES, JSON.stringify(value) + '\\n');
    const notes = () => readFileSync(process.env.NOTES, 'utf8').split('\\n').filter(Boolean).map((line) => \
JSON.parse(line));
    const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    exports.handler = async (event) => { ${handler} };`,
  );
  const stack = smallStack(mapping, { ...options, folder });
  const errors: string[] = [];
  const lateness: (boolean | undefined)[] = [];
  const started = new Started();
  try {
    const queues = options.queues ?? (await startSmallQueues(folder, stack));
    if (options.queues === undefined) started.add(() => queues.stop());
    else if (options.suffix !== undefined) await createQueues(queues, stack);
    const sqsEndpoint = queues.endpoint;
    const { functions } = startFunctions(
      {
        stack,
        assembly: {
          stackName: 'Small',
          template: { Resources: {}, Outputs: {} },
          assetDirectory: () => folder,
        },
        surroundings: {
          account: stack.account,
          credentials: CREDENTIALS,
          endpoints: {},
          environment: {},
          localUrl: (url) => url,
        },
        data: { path: (...names) => join(folder, ...names), release: () => undefined },
        onError: ({ message }) => errors.push(message),
      },
      started,
    );
    await startEventSources(
      {
        stack,
        async invoke(arn, requestId, event, isLate) {
          lateness.push(isLate);
          const pool = functions.get(arn);
          if (pool === undefined) throw new Error(`There is no function ${arn}.`);
          return pool.invoke(requestId, event);
        },
        sqsEndpoint,
        dynamodb: { endpoint: dynamodbEndpoint, region: REGION, credentials: CREDENTIALS },
        positionsFile: join(folder, 'stream-positions.json'),
        onError: ({ message }) => errors.push(message),
      },
      started,
    );
    return {
      notes: () =>
        readFileSync(notesFile, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
      errors,
      lateness,
      sqsEndpoint,
      stop: () => started.stop(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
};
