import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { parseDeliveryMessage } from '../../shared/webhooks/deliveries/delivery-message.ts';
import type { Lane } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import type { Handled } from './attempt-delivery.ts';

/** Only first attempts come through a FIFO queue. */
const laneOf = ({ eventSourceARN }: SQSRecord): Lane =>
  eventSourceARN.endsWith('.fifo') ? 'first' : 'retry';

/**
 * Attempts deliveries, all of a batch at once. Only our own failures are failures of a message: whatever an
 * endpoint does is recorded with its delivery, and the message is done with
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html).
 */
export const createDeliverer =
  (attempt: (message: ReturnType<typeof parseDeliveryMessage>, lane: Lane) => Promise<Handled>) =>
  async ({ Records: records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(
      records.map(async (record) => attempt(parseDeliveryMessage(record.body), laneOf(record))),
    );
    const deliveries = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    // The numbers are counted by CloudWatch (infra/constructs/observability/log-metrics.ts).
    console.info({
      messages: records.length,
      attempts: deliveries.filter(({ attempt }) => attempt !== undefined).length,
      successes: deliveries.filter(({ result }) => result === 'succeeded').length,
      deliveries,
      failures: errors.length,
    });
    for (const error of errors) console.error(error);
    return {
      batchItemFailures: records.flatMap(({ messageId }, index) =>
        results[index]?.status === 'rejected' ? [{ itemIdentifier: messageId }] : [],
      ),
    };
  };
