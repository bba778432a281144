import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { Account } from '../assembly/physical-ids.ts';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { jsonText } from '../event-patterns/event-pattern.ts';
import type { EventBuses } from './rule.ts';

const entrySchema = z.strictObject({
  Time: z.number().default(() => Date.now() / 1000),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: jsonText.pipe(z.record(z.string(), z.unknown())),
  EventBusName: z.string(),
});
type Entry = z.infer<typeof entrySchema>;

/**
 * The event as targets receive it
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html).
 */
const eventOf = ({ Source, DetailType, Detail, Time }: Entry, { accountId, region }: Account) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': DetailType,
  source: Source,
  account: accountId,
  time: `${new Date(Time * 1000).toISOString().slice(0, 19)}Z`,
  region,
  resources: [],
  detail: Detail,
});

export interface PutEventsDependencies {
  readonly account: Account;
  readonly buses: EventBuses;
  readonly queues: Pick<SQSClient, 'send'>;
  readonly onError: (error: unknown) => void;
}

/**
 * `PutEvents`: accepts an event once the queues of all matching rules have it, so that a kill loses no
 * accepted event. An event that a queue does not accept fails, and the caller has to put it again.
 */
export const putEventsOperation = ({ account, buses, queues, onError }: PutEventsDependencies): Operation => {
  const put = async (entry: Entry) => {
    const event = eventOf(entry, account);
    const MessageBody = JSON.stringify(event);
    const queueUrls = buses.rules
      .filter(({ busName, matches }) => busName === entry.EventBusName && matches(event))
      .flatMap((rule) => rule.queueUrls);
    try {
      await Promise.all(
        queueUrls.map((QueueUrl) => queues.send(new SendMessageCommand({ QueueUrl, MessageBody }))),
      );
      return { EventId: event.id };
    } catch (error) {
      onError(error);
      return { ErrorCode: 'InternalFailure', ErrorMessage: 'A target queue did not accept the event.' };
    }
  };

  // AWS accepts and drops an event for an unknown bus, which would hide the mistake.
  const EventBusName = z.string().refine((name) => buses.names.includes(name), {
    error: ({ input }) => `There is no event bus ${input}.`,
  });
  const inputSchema = z.strictObject({
    Entries: z.array(entrySchema.extend({ EventBusName })).min(1).max(10),
  });
  return operation(inputSchema, async ({ Entries: entries }) => {
    const results = await Promise.all(entries.map(put));
    return {
      FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
      Entries: results,
    };
  });
};
