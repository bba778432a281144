import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createSqsMessages, type Messages } from '../../../shared/runtime/sqs-messages.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createSqsDeliveryQueue } from '../../../shared/webhooks/deliveries/sqs-delivery-queue.ts';
import type { EndpointDependencies } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import type { ServiceIdentity } from '../../../shared/webhooks/endpoints/endpoint.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { connect } from '../support/connection.ts';
import { organizationSubcommands } from '../support/subcommands.ts';

export interface Webhooks extends EndpointDependencies {
  readonly queue: DeliveryQueue;
  /** The queue of replays. */
  readonly replays: Messages<ReplayMessage>;
  readonly service: ServiceIdentity;
}

/** Connects to the webhooks of an organization, in a stack or in the local service. */
const connectWebhooks = async (stack: string | undefined, organizationId: string): Promise<Webhooks> => {
  const connection = await connect(stack, organizationId);
  const sqs = createSqsClient(connection.clientOptions('sqs'));
  const first = connection.output('FirstDeliveryQueueUrl');
  // The first part of the path of a queue's URL.
  const [, accountId = ''] = new URL(first).pathname.split('/');
  return {
    store: createTable(connection.documents, connection.output('TableName')),
    cipher: createKmsCipher(
      createKmsClient(connection.clientOptions('kms')),
      connection.output('WebhookKeyId'),
    ),
    replays: createSqsMessages<ReplayMessage>(sqs, connection.output('EventQueueUrl')),
    queue: createSqsDeliveryQueue(sqs, {
      first,
      retry: connection.output('RetryDeliveryQueueUrl'),
    }),
    policy: { allowsLoopback: connection.allowsLoopback },
    service: { accountId, dataApiUrl: connection.output('ApiUrl').replace(/\/$/, '') },
  };
};

export const webhookSubcommand = organizationSubcommands(connectWebhooks);
