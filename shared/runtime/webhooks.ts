import { createDocumentClient } from '../table/document-client.ts';
import { createTableReader } from '../table/document-client-reader.ts';
import { createTableWriter } from '../table/document-client-writer.ts';
import type { AddressPolicy } from '../webhooks/address-policy.ts';
import type { DeliveryQueue } from '../webhooks/deliveries/delivery-queue.ts';
import { createSqsClient, createSqsDeliveryQueue } from '../webhooks/deliveries/sqs-delivery-queue.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import {
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
} from './environment.ts';

/** The table that the function's environment names. */
export const webhookStoreOfEnvironment = (): WebhookStore => {
  const client = createDocumentClient();
  const tableName = requiredVariable(TABLE_NAME_VARIABLE);
  return { reader: createTableReader(client, tableName), writer: createTableWriter(client, tableName) };
};

/** The queues that the function's environment names. */
export const deliveryQueueOfEnvironment = (): DeliveryQueue =>
  createSqsDeliveryQueue({
    client: createSqsClient(),
    urls: {
      first: requiredVariable(FIRST_DELIVERY_QUEUE_URL_VARIABLE),
      retry: requiredVariable(RETRY_DELIVERY_QUEUE_URL_VARIABLE),
    },
  });

/** Which addresses webhooks may go to. */
export const addressPolicyOfEnvironment = (): AddressPolicy => ({
  allowsLoopback: process.env[WEBHOOKS_ALLOW_LOOPBACK_VARIABLE] === '1',
});
