import { IMPORT_QUEUE_URL_VARIABLE, requiredVariable } from '../runtime/environment.ts';
import { lazily } from '../runtime/lazily.ts';
import type { ImportMessages } from './import-messages.ts';

/** The queue that the function's environment names. The SQS client is loaded with the first message. */
export const createImportMessagesFromEnv = (): ImportMessages => {
  const url = requiredVariable(IMPORT_QUEUE_URL_VARIABLE);
  const messages = lazily(async () => {
    const [{ createSqsClient }, { createSqsImportMessages }] = await Promise.all([
      import('../runtime/sqs-client.ts'),
      import('./import-messages.ts'),
    ]);
    return createSqsImportMessages(createSqsClient(), url);
  });
  return { send: async (message) => (await messages()).send(message) };
};
