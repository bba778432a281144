import type { SQSRecord } from 'aws-lambda';

export const groupOf = (record: SQSRecord): string | undefined => record.attributes.MessageGroupId;

/**
 * The records that are done with. After one that failed in a FIFO queue, the others of its group are not, or the order
 * would break.
 */
export const doneWith = (
  records: readonly SQSRecord[],
  failedIds: ReadonlySet<string>,
  isFifo: boolean,
): readonly SQSRecord[] => {
  const failedGroups = new Set<string | undefined>();
  return records.filter((record) => {
    const isFailed = failedIds.has(record.messageId) || (isFifo && failedGroups.has(groupOf(record)));
    if (isFailed) failedGroups.add(groupOf(record));
    return !isFailed;
  });
};
