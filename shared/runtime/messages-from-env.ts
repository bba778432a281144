import { requiredVariable } from './environment.ts';
import { lazily } from './lazily.ts';
import type { Messages } from './sqs-messages.ts';

/**
 * The queue whose URL is in an environment variable. The SQS client is loaded with the first message.
 *
 * @throws if the variable is not set
 */
export const createMessagesFromEnv = <T extends { readonly organizationId: string }>(
  urlVariable: string,
): Messages<T> => {
  const url = requiredVariable(urlVariable);
  const messages = lazily(async () => {
    const [{ createSqsClient }, { createSqsMessages }] = await Promise.all([
      import('./sqs-client.ts'),
      import('./sqs-messages.ts'),
    ]);
    return createSqsMessages<T>(createSqsClient(), url);
  });
  return { send: async (...options) => (await messages()).send(...options) };
};
