import {
  createSqsClient,
  createSqsDeliveryQueue,
} from '../../../shared/webhooks/deliveries/sqs-delivery-queue.ts';
import { createKmsClient } from '../../../shared/webhooks/kms-client.ts';
import { createWebhookManager, type WebhookManager } from '../../../shared/webhooks/manage.ts';
import { createKmsCipher } from '../../../shared/webhooks/secret-cipher.ts';
import { EndpointUrlError } from '../../../shared/webhooks/webhook-errors.ts';
import { connect } from '../support/connection.ts';
import { UsageError } from '../support/usage-error.ts';

/** Connects to the webhooks of a stack, or of the service that runs on this machine. */
export const connectWebhooks = async (stack: string | undefined): Promise<WebhookManager> => {
  const connection = await connect(stack);
  return createWebhookManager({
    client: connection.documents,
    tableName: connection.output('TableName'),
    cipher: createKmsCipher(createKmsClient(connection.kms), connection.output('WebhookKeyId')),
    queue: createSqsDeliveryQueue({
      client: createSqsClient(connection.sqs),
      urls: {
        first: connection.output('FirstDeliveryQueueUrl'),
        retry: connection.output('RetryDeliveryQueueUrl'),
      },
    }),
    policy: connection.addressPolicy,
  });
};

/** Says of a URL that is refused which flag it came from. */
export const withUrlErrors = async <T>(operation: Promise<T>): Promise<T> => {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof EndpointUrlError) throw new UsageError(`--url ${error.message}.`);
    throw error;
  }
};
