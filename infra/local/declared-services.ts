import type { Stack } from './assembly/stack.ts';
import { type EventBridge, startEventBridge } from './eventbridge/eventbridge.ts';
import { startKms } from './kms/kms.ts';
import type { DataDirectory } from './process/data-directory.ts';
import type { Started } from './process/started.ts';
import { type Queues, startQueues } from './sqs/queues.ts';

export interface DeclaredServicesOptions {
  readonly stack: Stack;
  readonly data: DataDirectory;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
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
  readonly eventBridge: EventBridge | undefined;
  readonly endpoints: DeclaredEndpoints;
  /** The same, by what the SDK appends to `AWS_ENDPOINT_URL_`. */
  readonly endpointsOfFunctions: Readonly<Record<string, string>>;
}

/** Starts the services that functions call, each only if the stack has something of it. */
export const startDeclaredServices = async (
  { stack, data, credentials, onError }: DeclaredServicesOptions,
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

  const types = ['AWS::Events::EventBus', 'AWS::Events::Rule'] as const;
  const hasEvents = types.some((type) => stack.resourcesOf(type).length > 0);
  const journalFile = data.path('eventbridge.jsonl');
  const eventBridge = hasEvents
    ? await startEventBridge({ stack, sqsEndpoint: queues?.endpoint, credentials, journalFile, onError })
    : undefined;
  started.add(() => eventBridge?.stop());

  return {
    queues,
    eventBridge,
    endpoints: {
      ...(queues === undefined ? {} : { sqs: queues.endpoint }),
      ...(kms === undefined ? {} : { kms: kms.endpoint }),
      ...(eventBridge === undefined ? {} : { eventBridge: eventBridge.endpoint }),
    },
    endpointsOfFunctions: {
      ...(queues === undefined ? {} : { SQS: queues.endpoint }),
      ...(kms === undefined ? {} : { KMS: kms.endpoint }),
      ...(eventBridge === undefined ? {} : { EVENTBRIDGE: eventBridge.endpoint }),
    },
  };
};
