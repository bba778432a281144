import type { Stack } from './assembly/stack.ts';
import { type EventPipeline, startEventPipeline } from './event-pipeline/event-pipeline.ts';
import type { PipelineData } from './event-pipeline/pipeline-messages.ts';
import { startKms } from './kms/kms.ts';
import type { DataDirectory } from './process/data-directory.ts';
import type { Started } from './process/started.ts';
import { type Queues, startQueues } from './sqs/queues.ts';

export interface DeclaredServicesOptions extends Pick<PipelineData, 'assemblyDirectory' | 'dynamodb'> {
  readonly stack: Stack;
  readonly data: DataDirectory;
  readonly onError: (error: unknown) => void;
}

/** For SDK clients; absent where the stack has nothing of the service. */
export interface DeclaredEndpoints {
  readonly sqs?: string;
  readonly kms?: string;
  readonly eventBridge?: string;
}

export interface DeclaredServices {
  readonly queues: Queues | undefined;
  readonly pipeline: EventPipeline;
  readonly endpoints: DeclaredEndpoints;
  /** The same, by what the SDK appends to `AWS_ENDPOINT_URL_`. */
  readonly endpointsOfFunctions: Readonly<Record<string, string>>;
}

/** Starts the services that functions call, each only if the stack has something of it. */
export const startDeclaredServices = async (
  { stack, data, assemblyDirectory, dynamodb, onError }: DeclaredServicesOptions,
  started: Started,
): Promise<DeclaredServices> => {
  const declaredQueues = stack.resourcesOf('AWS::SQS::Queue');
  const queues =
    declaredQueues.length > 0
      ? await startQueues({ queues: declaredQueues, directory: data.path('sqs'), account: stack.account })
      : undefined;
  started.add(() => queues?.stop());

  const keys = stack.resourcesOf('AWS::KMS::Key');
  const kms = keys.length > 0 ? await startKms({ keys, file: data.path('kms.json'), onError }) : undefined;
  started.add(() => kms?.stop());

  const pipeline = await startEventPipeline(
    {
      assemblyDirectory,
      region: stack.account.region,
      credentials: dynamodb.credentials,
      dynamodb,
      sqsEndpoint: queues?.endpoint,
      journalFile: data.path('eventbridge.jsonl'),
      positionsFile: data.path('stream-positions.json'),
    },
    started,
  );
  const eventBridge = pipeline.endpoint;

  return {
    queues,
    pipeline,
    endpoints: {
      ...(queues === undefined ? {} : { sqs: queues.endpoint }),
      ...(kms === undefined ? {} : { kms: kms.endpoint }),
      ...(eventBridge === undefined ? {} : { eventBridge }),
    },
    endpointsOfFunctions: {
      ...(queues === undefined ? {} : { SQS: queues.endpoint }),
      ...(kms === undefined ? {} : { KMS: kms.endpoint }),
      ...(eventBridge === undefined ? {} : { EVENTBRIDGE: eventBridge }),
    },
  };
};
