import {
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  requiredVariable,
  WEBHOOK_KEY_ID_VARIABLE,
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
} from '../runtime/environment.ts';
import { lazily } from '../runtime/lazily.ts';
import type { DeliveryQueue } from './deliveries/delivery-queue.ts';
import type { MessageVisibility } from './deliveries/message-visibility.ts';
import type { AddressPolicy } from './endpoints/address-policy.ts';
import type { SecretCipher } from './secrets/kms-cipher.ts';

/** The queues that the function's environment names. The SQS client is loaded with the first message. */
export const createDeliveryQueueFromEnv = (): DeliveryQueue => {
  const urls = {
    first: requiredVariable(FIRST_DELIVERY_QUEUE_URL_VARIABLE),
    retry: requiredVariable(RETRY_DELIVERY_QUEUE_URL_VARIABLE),
  };
  const queue = lazily(async () => {
    const { createSqsClient, createSqsDeliveryQueue } = await import('./deliveries/sqs-delivery-queue.ts');
    return createSqsDeliveryQueue(createSqsClient(), urls);
  });
  return { send: async (deliveries) => (await queue()).send(deliveries) };
};

/**
 * The visibility of messages in queues that the function consumes. The SQS client is loaded with the first
 * failure.
 *
 * @param variables with the URLs of the queues
 */
export const createMessageVisibilityFromEnv = (...variables: readonly string[]): MessageVisibility => {
  const urls = variables.map((variable) => requiredVariable(variable));
  const visibility = lazily(async () => {
    const [{ createSqsClient }, { createSqsMessageVisibility }] = await Promise.all([
      import('./deliveries/sqs-delivery-queue.ts'),
      import('./deliveries/sqs-message-visibility.ts'),
    ]);
    return createSqsMessageVisibility(createSqsClient(), urls);
  });
  return { change: async (...options) => (await visibility()).change(...options) };
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

export const createAddressPolicyFromEnv = (): AddressPolicy => ({
  allowsLoopback: process.env[WEBHOOKS_ALLOW_LOOPBACK_VARIABLE] === '1',
});
