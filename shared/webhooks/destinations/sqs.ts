import * as z from 'zod/mini';
import { placeOfArn } from '../../contract/webhooks/destinations.ts';
import type { AwsDelivery, DestinationApi } from './destination-api.ts';

const text = (StringValue: string) => ({ DataType: 'String', StringValue });

/** The events of a record are in order. A replay is sent again, a retry after a lost response is not. */
const ordered = ({ delivery }: AwsDelivery) => ({
  MessageGroupId: delivery.resourceId,
  MessageDeduplicationId: `${delivery.eventId}-${delivery.series}`,
});

const entryOf = (sent: AwsDelivery, index: number) => ({
  Id: String(index),
  MessageBody: sent.body,
  MessageAttributes: {
    'webhook-id': text(sent.delivery.eventId),
    type: text(sent.delivery.eventType),
  },
  ...(sent.address.endsWith('.fifo') && ordered(sent)),
});

const answerSchema = z.object({
  Failed: z.catch(
    z.array(z.object({ Id: z.string(), Code: z.string(), Message: z.optional(z.string()) })),
    [],
  ),
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const SQS: DestinationApi = {
  variable: 'SQS',
  maxEntries: 10,
  call: (batch) => {
    const [{ address } = { address: '' }] = batch;
    const { region, account } = placeOfArn(address);
    const name = address.slice(address.lastIndexOf(':') + 1);
    return {
      service: 'sqs',
      contentType: 'application/x-amz-json-1.0',
      target: 'AmazonSQS.SendMessageBatch',
      input: {
        QueueUrl: `https://sqs.${region}.amazonaws.com/${account}/${name}`,
        Entries: batch.map(entryOf),
      },
    };
  },
  refusedEntries: (answer) =>
    new Map(
      answerSchema
        .parse(answer)
        .Failed.map(({ Id, Code, Message }) => [Number(Id), { code: Code, message: Message ?? '' }]),
    ),
};
