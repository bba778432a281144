import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { DeliveryMessage, Lane } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import type { Handled } from '../../shared/webhooks/sending/attempt-delivery.ts';
import { handleMessages } from '../middleware/message-batch.ts';

const messageSchema = z.object({
  organizationId: z.string(),
  endpointId: z.string(),
  deliveryId: z.string(),
  resourceId: z.string(),
  series: z.number(),
  attempt: z.number(),
});

/** @throws if a field is missing; the message names it */
export const parseDeliveryMessage = (body: string): DeliveryMessage => messageSchema.parse(JSON.parse(body));

/** The FIFO queue holds only first attempts. */
const laneOf = ({ eventSourceARN }: SQSRecord): Lane =>
  eventSourceARN.endsWith('.fifo') ? 'first' : 'retry';

/**
 * Attempts all deliveries of a batch concurrently. A message fails only if this service does: whatever an endpoint
 * does is recorded with its delivery.
 */
export const createDeliverer =
  (attempt: (message: DeliveryMessage, lane: Lane) => Promise<Handled>) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const {
      values: deliveries,
      errors,
      response,
    } = await handleMessages(event, context, async (record) =>
      attempt(parseDeliveryMessage(record.body), laneOf(record)),
    );
    // CloudWatch counts these numbers (infra/constructs/observability/log-metrics.ts).
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
