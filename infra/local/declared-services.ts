import type { Stack } from './assembly/stack.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { loadEventPipeline } from './event-pipeline/event-pipeline.ts';
import { startKms } from './kms/kms.ts';
import type { DataDirectory } from './process/data-directory.ts';
import { reportError as onError } from './process/report-error.ts';
import { StartError } from './process/start-error.ts';
import type { Started } from './process/started.ts';
import { readBucket } from './s3/bucket-definition.ts';
import type { RunnerSettings } from './settings.ts';
import { startQueues } from './sqs/queues.ts';
import { startSts } from './sts/sts.ts';

/** Starts the services that functions call with the AWS SDK: DynamoDB, SQS, S3, KMS, STS and EventBridge. */
export const startDeclaredServices = async (
  stack: Stack,
  data: DataDirectory,
  { assemblyDirectory, dynamodb: engine, region, credentials, presigning }: RunnerSettings,
  started: Started,
) => {
  const startPipeline = loadEventPipeline({ assemblyDirectory, region }, started);
  /** Makes the start of a service part of that of the runner. */
  const stoppable = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    started.add(() => service.stop());
    return service;
  };
  const keys = stack.resourcesOf('AWS::KMS::Key');
  const starting = [
    startDynamoDb({ stack, data, engine, region, credentials, onError }, started),
    stoppable(
      startQueues({
        queues: stack.resourcesOf('AWS::SQS::Queue'),
        objects: {
          buckets: stack.resourcesOf('AWS::S3::Bucket').map((bucket) => readBucket(bucket, stack)),
          directory: data.path('s3'),
          presigning,
        },
        directory: data.path('sqs'),
        account: stack.account,
        credentials,
      }),
    ),
    stoppable(startKms({ keys, file: data.path('kms.json'), region, credentials, onError })),
    stoppable(startSts({ region, credentials })),
  ] as const;
  // If one fails, those that start later have to be stopped, too.
  await Promise.allSettled(starting);
  const [dynamodb, queues, kms, sts] = await Promise.all(starting);
  const pipeline = await startPipeline({
    dynamodb: { endpoint: dynamodb.endpoint, region, credentials },
    sqsEndpoint: queues.endpoint,
    positionsFile: data.path('stream-positions.json'),
  });
  return {
    dynamodbClient: dynamodb.client,
    pipeline,
    /** Makes the CORS rules of buckets for an origin of the stack apply to one of this machine. */
    replaceOrigin: queues.replaceOrigin,
    endpoints: {
      dynamodb: dynamodb.endpoint,
      sqs: queues.endpoint,
      s3: queues.endpoint,
      kms: kms.endpoint,
      sts: sts.endpoint,
      eventBridge: pipeline.endpoint,
    },
    /** Fulfilled with the reason if one of them fails. */
    failed: Promise.race([
      queues.ended.then(() => new StartError('The local SQS stopped unexpectedly.')),
      pipeline.ended,
      dynamodb.failed,
    ]),
  };
};
