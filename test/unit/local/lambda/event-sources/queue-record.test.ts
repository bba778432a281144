import { describe, expect, it } from 'vitest';
import { processedMessages } from '../../../../../infra/local/lambda/event-sources/queue-record.ts';

const messages = ['a1', 'b1', 'a2', 'b2'].map((id) => ({
  MessageId: id,
  Attributes: { MessageGroupId: id.charAt(0) },
}));
const processedIds = (failed: readonly string[], isFifo: boolean) =>
  processedMessages(messages, new Set(failed), isFifo).map(({ MessageId }) => MessageId);

describe('the processed messages of a batch', () => {
  it('are all that did not fail', () => {
    expect(processedIds([], true)).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(processedIds(['a1'], false)).toEqual(['b1', 'a2', 'b2']);
  });

  it('include none of a FIFO group after its first failure', () => {
    expect(processedIds(['a1'], true)).toEqual(['b1', 'b2']);
    expect(processedIds(['a2'], true)).toEqual(['a1', 'b1', 'b2']);
  });
});
