import { expect, it } from 'vitest';
import { putEventsOperation } from '../../../../infra/local/eventbridge/put-events.ts';

it('refuses an entry that can neither be delivered nor kept', async () => {
  const errors: unknown[] = [];
  const failure = new Error('The disk is full.');
  const rule = { arn: 'arn:rule', busName: 'b', isEnabled: true, targets: [] };
  const put = putEventsOperation({
    account: { accountId: '000000000000', region: 'us-east-1' },
    buses: { names: new Set(['b']), rules: [{ ...rule, matches: () => true }] },
    deliveries: {
      async deliver(_, event) {
        if (event.includes('"bad"')) throw failure;
      },
    },
    onError: (error) => errors.push(error),
  });
  const entry = { Source: 's', DetailType: 't', EventBusName: 'b' };
  const answer = await put({
    Entries: [
      { ...entry, Detail: '{"bad":1}' },
      { ...entry, Detail: '{}' },
    ],
  });
  expect(answer).toEqual({
    FailedEntryCount: 1,
    Entries: [
      { ErrorCode: 'InternalFailure', ErrorMessage: 'The event could not be kept for its targets.' },
      { EventId: expect.any(String) },
    ],
  });
  expect(errors).toEqual([failure]);
});
