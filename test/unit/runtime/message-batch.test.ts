import { expect, it } from 'vitest';
import { handleMessages } from '../../../functions/runtime/message-batch.ts';
import { sqsEvent } from '../../support/webhooks/webhook-fixture.ts';

it('returns before the timeout and reports only failed or unfinished messages', async () => {
  const event = sqsEvent(['done', 'hangs', 'fails'], 'queue');
  const { values, errors, response } = await handleMessages(
    event,
    { getRemainingTimeInMillis: () => 2_520 },
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

it('handles no more messages at a time than allowed, and starts none once the time is up', async () => {
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const event = sqsEvent(['1', '2', '3', 'hangs', 'hangs', 'late'], 'queue');
  const { values, response } = await handleMessages(
    event,
    { getRemainingTimeInMillis: () => 2_600 },
    async ({ body }) => {
      started.push(body);
      running += 1;
      most = Math.max(most, running);
      await (body === 'hangs' ? new Promise(() => undefined) : Promise.resolve());
      running -= 1;
      return body;
    },
    2,
  );
  expect(most).toBe(2);
  expect(values).toEqual(['1', '2', '3']);
  expect(started).not.toContain('late');
  expect(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['3', '4', '5']);
});
