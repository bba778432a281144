import type { Stack } from './assembly/stack.ts';
import { type EventPipeline, startEventPipeline } from './event-pipeline/event-pipeline.ts';
import type { PipelineData } from './event-pipeline/pipeline-worker.ts';
import { startKms } from './kms/kms.ts';
import type { DataDirectory } from './process/data-directory.ts';
import type { Started } from './process/started.ts';
import { type Queues, startQueues } from './sqs/queues.ts';

export interface DeclaredServicesOptions extends Pick<PipelineData, 'assemblyDirectory' | 'dynamodb'> {
  readonly stack: Stack;
  readonly data: DataDirectory;
  readonly onError: (error: unknown) => void;
}

/** For SDK clients. */
export interface DeclaredEndpoints {
  readonly sqs: string;
  readonly kms: string;
  readonly eventBridge: string;
}

export interface DeclaredServices {
  readonly queues: Queues;
  readonly pipeline: EventPipeline;
  readonly endpoints: DeclaredEndpoints;
  /** The same endpoints, by the suffix that the SDK appends to `AWS_ENDPOINT_URL_`. */
  readonly endpointsOfFunctions: Readonly<Record<string, string>>;
}

/** Starts the services that functions call: SQS, KMS and EventBridge. */
export const startDeclaredServices = async (
  { stack, data, assemblyDirectory, dynamodb, onError }: DeclaredServicesOptions,
  started: Started,
): Promise<DeclaredServices> => {
  const queues = await startQueues({
    queues: stack.resourcesOf('AWS::SQS::Queue'),
    directory: data.path('sqs'),
    account: stack.account,
  });
  started.add(() => queues.stop());
  const keys = stack.resourcesOf('AWS::KMS::Key');
  const kms = await startKms({ keys, file: data.path('kms.json'), onError });
  started.add(() => kms.stop());
  const pipeline = await startEventPipeline(
    {
      assemblyDirectory,
      region: stack.account.region,
      dynamodb,
      sqsEndpoint: queues.endpoint,
      positionsFile: data.path('stream-positions.json'),
    },
    started,
  );
  const endpoints = { sqs: queues.endpoint, kms: kms.endpoint, eventBridge: pipeline.endpoint };
  return {
    queues,
    pipeline,
    endpoints,
    endpointsOfFunctions: { SQS: endpoints.sqs, KMS: endpoints.kms, EVENTBRIDGE: endpoints.eventBridge },
  };
};
