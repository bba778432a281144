import { expect, it } from 'vitest';
import { handleMessages } from '../../../functions/middleware/message-batch.ts';
import { sqsEvent } from '../../support/webhook-fixture.ts';

it('returns before the timeout and reports only failed or unfinished messages', async () => {
  const event = sqsEvent(['done', 'hangs', 'fails'], 'queue');
  const { values, errors, response } = await handleMessages(
    event,
    { getRemainingTimeInMillis: () => 520 },
    async ({ body }) => {
      if (body === 'hangs') await new Promise(() => undefined);
      if (body === 'fails') throw new Error('It failed.');
      return body;
    },
  );
  expect(values).toEqual(['done']);
  expect(errors.map(String)).toEqual([
    'Error: The function ran out of time; SQS will retry the message.',
    'Error: It failed.',
  ]);
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }] });
});
