import { DESTINATION_TYPES, type DestinationType } from '../contract/webhooks/destinations.ts';
import { coalesced } from '../runtime/coalesced.ts';
import {
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  requiredVariable,
  SERVICE_ACCOUNT_ID_VARIABLE,
  WEBHOOK_DESTINATIONS_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
  WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE,
} from '../runtime/environment.ts';
import { lazily } from '../runtime/lazily.ts';
import type { DeliveryQueue } from './deliveries/delivery-queue.ts';
import type { ReceivedMessages } from './deliveries/received-messages.ts';
import type { AddressPolicy } from './endpoints/address-policy.ts';
import type { SecretCipher } from './secrets/kms-cipher.ts';

/**
 * The queues that the function's environment names. Messages of the same moment are sent together. The SQS
 * client is loaded with the first one.
 *
 * @param maxBacklog see `createSqsDeliveryQueue`
 */
export const createDeliveryQueueFromEnv = (maxBacklog?: number): DeliveryQueue => {
  const urls = {
    first: requiredVariable(FIRST_DELIVERY_QUEUE_URL_VARIABLE),
    retry: requiredVariable(RETRY_DELIVERY_QUEUE_URL_VARIABLE),
  };
  const queue = lazily(async () => {
    const [{ createSqsClient }, { createSqsDeliveryQueue }] = await Promise.all([
      import('../runtime/sqs-client.ts'),
      import('./deliveries/sqs-delivery-queue.ts'),
    ]);
    return createSqsDeliveryQueue(createSqsClient(), urls, maxBacklog);
  });
  return { send: coalesced(async (deliveries) => (await queue()).send(deliveries)) };
};

/**
 * The messages of queues that the function consumes. The SQS client is loaded when one is hidden or deleted
 * before the function returns.
 *
 * @param variables with the URLs of the queues
 */
export const createReceivedMessagesFromEnv = (...variables: readonly string[]): ReceivedMessages => {
  const urls = variables.map((variable) => requiredVariable(variable));
  const messages = lazily(async () => {
    const [{ createSqsClient }, { createSqsReceivedMessages }] = await Promise.all([
      import('../runtime/sqs-client.ts'),
      import('./deliveries/received-messages.ts'),
    ]);
    return createSqsReceivedMessages(createSqsClient(), urls);
  });
  return {
    changeVisibility: async (...options) => (await messages()).changeVisibility(...options),
    delete: async (...options) => (await messages()).delete(...options),
  };
};

/**
 * The cipher for the key that the function's environment names. The KMS client is loaded with the first
 * secret.
 */
export const createSecretCipherFromEnv = (): SecretCipher => {
  const keyId = requiredVariable(WEBHOOK_KEY_ID_VARIABLE);
  const cipher = lazily(async () => {
    const { createKmsCipher, createKmsClient } = await import('./secrets/kms-cipher.ts');
    return createKmsCipher(createKmsClient(), keyId);
  });
  return {
    encrypt: async (secret, context) => (await cipher()).encrypt(secret, context),
    decrypt: async (ciphertext, context) => (await cipher()).decrypt(ciphertext, context),
  };
};

/** Whether loopback addresses are admitted, for trials on one machine. */
export const allowsLoopbackFromEnv = (): boolean => process.env[WEBHOOKS_ALLOW_LOOPBACK_VARIABLE] === '1';

/** @param offered the destinations that the function offers. Default: all */
export const createAddressPolicyFromEnv = (
  offered: readonly DestinationType[] = DESTINATION_TYPES,
): AddressPolicy => {
  const allowed = requiredVariable(WEBHOOK_DESTINATIONS_VARIABLE).split(',');
  return {
    allowsLoopback: allowsLoopbackFromEnv(),
    destinations: offered.filter((type) => allowed.includes(type)),
    ...(process.env[WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE] !== '1' && {
      refusedAccount: requiredVariable(SERVICE_ACCOUNT_ID_VARIABLE),
    }),
  };
};
