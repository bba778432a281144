import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { Account } from '../assembly/physical-ids.ts';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import { busNameOf, type EventBuses } from './rule.ts';

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

const entrySchema = z.strictObject({
  Time: z.number().optional(),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string().refine(isJsonObject, 'must be a JSON object'),
  EventBusName: z.string(),
});
type Entry = z.infer<typeof entrySchema>;

const inputSchema = z.strictObject({
  Entries: z.array(entrySchema).min(1, 'must have 1 to 10 entries').max(10, 'must have 1 to 10 entries'),
});

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
  time: `${new Date(Time === undefined ? Date.now() : Time * 1000).toISOString().slice(0, 19)}Z`,
  region,
  resources: [],
  detail: JSON.parse(Detail),
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
      .filter(({ busName, matches }) => busName === busNameOf(entry.EventBusName) && matches(event))
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

  return operation(inputSchema, async ({ Entries: entries }) => {
    // AWS accepts and drops such an event, which would hide the mistake.
    const missing = entries.find(({ EventBusName }) => !buses.names.has(busNameOf(EventBusName)));
    if (missing !== undefined) {
      throw new ServiceError('ValidationException', `There is no event bus ${missing.EventBusName}.`);
    }
    const results = await Promise.all(entries.map(put));
    return {
      FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
      Entries: results,
    };
  });
};
