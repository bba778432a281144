import type { AddressPolicy } from '../webhooks/address-policy.ts';
import type { DeliveryQueue } from '../webhooks/deliveries/delivery-queue.ts';
import type { SecretCipher } from '../webhooks/secret-cipher.ts';
import {
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  requiredVariable,
  WEBHOOK_KEY_ID_VARIABLE,
  WEBHOOKS_ALLOW_LOOPBACK_VARIABLE,
} from './environment.ts';
import { lazily } from './lazily.ts';

/** The queues that the function's environment names. Their client is loaded with the first message. */
export const deliveryQueueOfEnvironment = (): DeliveryQueue => {
  const urls = {
    first: requiredVariable(FIRST_DELIVERY_QUEUE_URL_VARIABLE),
    retry: requiredVariable(RETRY_DELIVERY_QUEUE_URL_VARIABLE),
  };
  const queue = lazily(async () => {
    const { createSqsClient, createSqsDeliveryQueue } = await import(
      '../webhooks/deliveries/sqs-delivery-queue.ts'
    );
    return createSqsDeliveryQueue({ client: createSqsClient(), urls });
  });
  return { send: async (deliveries) => (await queue()).send(deliveries) };
};

/** The cipher with the key that the function's environment names. Its client is loaded with the first secret. */
export const secretCipherOfEnvironment = (): SecretCipher => {
  const keyId = requiredVariable(WEBHOOK_KEY_ID_VARIABLE);
  const cipher = lazily(async () => {
    const [{ createKmsClient }, { createKmsCipher }] = await Promise.all([
      import('../webhooks/kms-client.ts'),
      import('../webhooks/kms-cipher.ts'),
    ]);
    return createKmsCipher(createKmsClient(), keyId);
  });
  return {
    encrypt: async (secret, context) => (await cipher()).encrypt(secret, context),
    decrypt: async (ciphertext, context) => (await cipher()).decrypt(ciphertext, context),
  };
};

/** Which addresses webhooks may go to. */
export const addressPolicyOfEnvironment = (): AddressPolicy => ({
  allowsLoopback: process.env[WEBHOOKS_ALLOW_LOOPBACK_VARIABLE] === '1',
});
