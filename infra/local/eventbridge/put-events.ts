import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Account } from '../assembly/physical-ids.ts';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { jsonText } from '../event-patterns/event-pattern.ts';
import type { QueueCalls } from '../sqs/queue-client.ts';
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
  readonly queues: Pick<QueueCalls, 'sendBatch'>;
  readonly onError: (error: unknown) => void;
}

const REJECTED = { ErrorCode: 'InternalFailure', ErrorMessage: 'A target queue did not accept the event.' };

/**
 * `PutEvents`: accepts an event once the queues of all matching rules have it, so that a kill loses no
 * accepted event. If a queue does not accept its events, all of them fail, and the caller has to put them
 * again.
 */
export const putEventsOperation = ({ account, buses, queues, onError }: PutEventsDependencies): Operation => {
  const targetsOf = (entry: Entry, event: ReturnType<typeof eventOf>): readonly string[] =>
    buses.rules
      .filter(({ busName, matches }) => busName === entry.EventBusName && matches(event))
      .flatMap((rule) => rule.queueUrls);

  /** @returns whether the queue has all of them */
  const send = async (QueueUrl: string, bodies: readonly string[]): Promise<boolean> => {
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    try {
      const { Failed: [failure] = [] } = await queues.sendBatch({ QueueUrl, Entries });
      if (failure === undefined) return true;
      throw new Error(failure.Message ?? failure.Code);
    } catch (error) {
      onError(error);
      return false;
    }
  };

  const put = async (entries: readonly Entry[]) => {
    const events = entries.map((entry) => {
      const event = eventOf(entry, account);
      return { event, body: JSON.stringify(event), targets: targetsOf(entry, event) };
    });
    const urls = new Set(events.flatMap(({ targets }) => targets));
    const sent = new Map(
      await Promise.all(
        [...urls].map(async (url) => {
          const bodies = events.filter(({ targets }) => targets.includes(url)).map(({ body }) => body);
          return [url, await send(url, bodies)] as const;
        }),
      ),
    );
    return events.map(({ event, targets }) =>
      targets.every((url) => sent.get(url) === true) ? { EventId: event.id } : REJECTED,
    );
  };

  // AWS accepts and drops an event for an unknown bus, which would hide the mistake.
  const nameOf = (bus: string): string => bus.replace(/^arn:.*:event-bus\//, '');
  const EventBusName = z
    .string()
    .transform(nameOf)
    .refine((name) => buses.names.includes(name), {
      error: ({ input }) => `There is no event bus ${input}.`,
    });
  const inputSchema = z.strictObject({
    Entries: z.array(entrySchema.extend({ EventBusName })).min(1).max(10),
  });
  return operation(inputSchema, async ({ Entries: entries }) => {
    const results = await put(entries);
    return {
      FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
      Entries: results,
    };
  });
};
