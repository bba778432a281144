import { describe, expect, it } from 'vitest';
import { doneWith } from '../../../../../infra/local/lambda/event-sources/done-records.ts';
import { toQueueRecord } from '../../../../../infra/local/lambda/event-sources/queue-record.ts';
import { arnOf } from './small-sources.ts';

const records = ['a1', 'b1', 'a2', 'b2'].map((id) =>
  toQueueRecord({ MessageId: id, Attributes: { MessageGroupId: id.charAt(0) } }, arnOf('Queue')),
);
const idsDone = (failed: readonly string[], isFifo: boolean) =>
  doneWith(records, new Set(failed), isFifo).map(({ messageId }) => messageId);

describe('the records of a batch that are done with', () => {
  it('are all that did not fail', () => {
    expect(idsDone([], true)).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(idsDone(['a1'], false)).toEqual(['b1', 'a2', 'b2']);
  });

  it('are none of a FIFO group after its first failure', () => {
    expect(idsDone(['a1'], true)).toEqual(['b1', 'b2']);
    expect(idsDone(['a2'], true)).toEqual(['a1', 'b1', 'b2']);
  });
});
