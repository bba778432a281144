import type { Server } from 'node:http';
import type { Stack } from '../assembly/stack.ts';
import { createAwsJsonServer } from '../aws-json/aws-json-server.ts';
import type { Credentials } from '../settings.ts';
import { createQueueCalls } from '../sqs/queue-client.ts';
import { putEventsOperation } from './put-events.ts';
import { readEventBuses } from './rule.ts';

export interface EventBridgeOptions {
  readonly stack: Stack;
  readonly sqsEndpoint: string;
  /** For SQS, and required of callers. */
  readonly credentials: Credentials;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/**
 * EventBridge with the buses and rules of the stack. The caller binds the server.
 *
 * @throws StartError when the stack has a rule that the runner does not support
 */
export const createEventBridge = ({
  stack,
  sqsEndpoint,
  credentials,
  onError,
}: EventBridgeOptions): Server => {
  const { account } = stack;
  const queues = createQueueCalls({ endpoint: sqsEndpoint, region: account.region, credentials });
  const PutEvents = putEventsOperation({ account, buses: readEventBuses(stack), queues, onError });
  return createAwsJsonServer({
    name: 'EventBridge',
    target: 'AWSEvents',
    signingName: 'events',
    operations: { PutEvents },
    credentials,
    region: account.region,
    onError,
  });
};
