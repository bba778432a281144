import { EXPORT_QUEUE_URL_VARIABLE, requiredVariable } from '../runtime/environment.ts';
import { lazily } from '../runtime/lazily.ts';
import type { ExportMessages } from './export-messages.ts';

/** The queue that the function's environment names. The SQS client is loaded with the first message. */
export const createExportMessagesFromEnv = (): ExportMessages => {
  const url = requiredVariable(EXPORT_QUEUE_URL_VARIABLE);
  const messages = lazily(async () => {
    const [{ createSqsClient }, { createSqsExportMessages }] = await Promise.all([
      import('../runtime/sqs-client.ts'),
      import('./export-messages.ts'),
    ]);
    return createSqsExportMessages(createSqsClient(), url);
  });
  return { send: async (message) => (await messages()).send(message) };
};
