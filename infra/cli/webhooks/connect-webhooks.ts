import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createSqsMessages, type Messages } from '../../../shared/runtime/sqs-messages.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createSqsDeliveryQueue } from '../../../shared/webhooks/deliveries/sqs-delivery-queue.ts';
import type { EndpointDependencies } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { connect } from '../support/connection.ts';
import { organizationSubcommands } from '../support/subcommands.ts';

export interface Webhooks extends EndpointDependencies {
  readonly queue: DeliveryQueue;
  /** The queue of replays. */
  readonly replays: Messages<ReplayMessage>;
}

/** Connects to the webhooks of an organization, in a stack or in the local service. */
const connectWebhooks = async (stack: string | undefined, organizationId: string): Promise<Webhooks> => {
  const connection = await connect(stack, organizationId);
  const sqs = createSqsClient(connection.clientOptions('sqs'));
  return {
    store: createTable(connection.documents, connection.output('TableName')),
    cipher: createKmsCipher(
      createKmsClient(connection.clientOptions('kms')),
      connection.output('WebhookKeyId'),
    ),
    replays: createSqsMessages<ReplayMessage>(sqs, connection.output('EventQueueUrl')),
    queue: createSqsDeliveryQueue(sqs, {
      first: connection.output('FirstDeliveryQueueUrl'),
      retry: connection.output('RetryDeliveryQueueUrl'),
    }),
    policy: { allowsLoopback: connection.allowsLoopback },
  };
};

export const webhookSubcommand = organizationSubcommands(connectWebhooks);
