import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { parseDeliveryMessage } from '../../shared/webhooks/deliveries/delivery-message.ts';
import type { Lane } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { handleMessages } from '../middleware/message-batch.ts';
import type { Handled } from './attempt-delivery.ts';

/** Only first attempts come through a FIFO queue. */
const laneOf = ({ eventSourceARN }: SQSRecord): Lane =>
  eventSourceARN.endsWith('.fifo') ? 'first' : 'retry';

/**
 * Attempts deliveries, all of a batch at once. Only our own failures are failures of a message: whatever an
 * endpoint does is recorded with its delivery, and the message is done with.
 */
export const createDeliverer =
  (attempt: (message: ReturnType<typeof parseDeliveryMessage>, lane: Lane) => Promise<Handled>) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const {
      values: deliveries,
      errors,
      response,
    } = await handleMessages(event, context, async (record) =>
      attempt(parseDeliveryMessage(record.body), laneOf(record)),
    );
    // The numbers are counted by CloudWatch (infra/constructs/observability/log-metrics.ts).
    console.info({
      messages: event.Records.length,
      attempts: deliveries.filter(({ attempt }) => attempt !== undefined).length,
      successes: deliveries.filter(({ result }) => result === 'succeeded').length,
      deliveries,
      failures: errors.length,
    });
    for (const error of errors) console.error(error);
    return response;
  };
