import type { DeliveryRecord } from './delivery-journal.ts';
import type { QueueMessage } from './queue-sender.ts';
import type { TargetDefinition } from './target.ts';

/** A message may not hold control characters, and an attribute may not be empty. */
const attributeText = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 1_000)
    .trim() || '-';

/**
 * What a dead-letter queue gets: the event, and why it was not delivered
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html).
 */
export const deadLetterOf = (
  record: DeliveryRecord,
  target: TargetDefinition,
  condition: string,
): QueueMessage => ({
  body: target.input ?? record.event,
  attributes: {
    RULE_ARN: record.ruleArn,
    TARGET_ARN: target.arn,
    ERROR_CODE: record.failure?.code ?? 'INTERNAL_ERROR',
    ERROR_MESSAGE: attributeText(record.failure?.message ?? 'The delivery was cut off.'),
    EXHAUSTED_RETRY_CONDITION: condition,
    RETRY_ATTEMPTS: String(Math.max(0, record.attempts - 1)),
  },
});
