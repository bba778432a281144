import * as z from 'zod/mini';
import type { DestinationApi, Refusal } from './destination-api.ts';

/** Not that of the service's own bus, whose rule would take its deliveries for changes. */
const SOURCE = 'sales-data.webhooks';

const answerSchema = z.object({
  Entries: z.catch(
    z.array(z.object({ ErrorCode: z.optional(z.string()), ErrorMessage: z.optional(z.string()) })),
    [],
  ),
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export const EVENTBRIDGE: DestinationApi = {
  variable: 'EVENTBRIDGE',
  maxEntries: 10,
  call: (batch) => ({
    service: 'events',
    contentType: 'application/x-amz-json-1.1',
    target: 'AWSEvents.PutEvents',
    input: {
      Entries: batch.map(({ address, delivery, body }) => ({
        Source: SOURCE,
        DetailType: delivery.eventType,
        Detail: body,
        EventBusName: address,
      })),
    },
  }),
  refusedEntries: (answer) =>
    new Map(
      answerSchema
        .parse(answer)
        .Entries.flatMap(({ ErrorCode: code, ErrorMessage: message = '' }, index): [number, Refusal][] =>
          code === undefined ? [] : [[index, { code, message }]],
        ),
    ),
};
