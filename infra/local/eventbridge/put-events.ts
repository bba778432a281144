import { z } from 'zod';
import type { Account } from '../assembly/physical-ids.ts';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import type { Deliveries } from './deliveries.ts';
import { envelope } from './event-envelope.ts';
import { DEFAULT_BUS, type EventBuses } from './rule.ts';

/** Of all entries of a request together, in bytes. */
const MAX_BYTES = 1_048_576;
/** The end of the year 9999, in seconds since the epoch. */
const LAST_TIME = 253_402_300_799;
/** What a time counts for, in bytes. */
const TIME_BYTES = 14;
/** How long targets may keep the caller waiting, in milliseconds. */
const PATIENCE_MILLISECONDS = 1_000;

const entrySchema = z.strictObject({
  Time: z.number().min(0).max(LAST_TIME).optional(),
  Source: z.string().default(''),
  Resources: z.array(z.string()).default([]),
  DetailType: z.string().default(''),
  Detail: z.string().default(''),
  EventBusName: z.string().min(1).default(DEFAULT_BUS),
  TraceHeader: z.unknown().optional(),
});
type Entry = z.infer<typeof entrySchema>;

const inputSchema = z.strictObject({
  Entries: z.array(entrySchema).min(1, 'must have 1 to 10 entries').max(10, 'must have 1 to 10 entries'),
});

/** After https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html. */
const sizeOf = ({ Time, Source, Resources, DetailType, Detail }: Entry): number =>
  (Time === undefined ? 0 : TIME_BYTES) +
  [Source, DetailType, Detail, ...Resources].reduce((total, text) => total + Buffer.byteLength(text), 0);

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

interface EntryError {
  readonly ErrorCode: string;
  readonly ErrorMessage: string;
}

const invalid = (parameter: string, reason: string): EntryError => ({
  ErrorCode: 'InvalidArgument',
  ErrorMessage: `Parameter ${parameter} is not valid. Reason: ${reason}`,
});

const errorOf = (entry: Entry, isBus: boolean): EntryError | undefined => {
  for (const name of ['Source', 'DetailType', 'Detail'] as const) {
    if (entry[name].trim() === '') return invalid(name, `${name} is a required argument.`);
  }
  if (entry.Source.startsWith('aws.')) {
    return { ErrorCode: 'NotAuthorizedForSource', ErrorMessage: 'Not authorized for the source.' };
  }
  if (!isJsonObject(entry.Detail)) {
    return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  }
  // AWS answers success and drops the event. Nobody who finds that out on this machine wants it.
  if (!isBus) return invalid('EventBusName', `There is no event bus ${entry.EventBusName}.`);
  return undefined;
};

export interface PutEventsDependencies {
  readonly account: Account;
  readonly buses: EventBuses;
  readonly deliveries: Pick<Deliveries, 'deliver'>;
  readonly onError: (error: unknown) => void;
}

/** `PutEvents`: answers once everybody whom an event concerns has it, or it is on disk for them. */
export const putEventsOperation = (dependencies: PutEventsDependencies): Operation => {
  const { account, buses, deliveries, onError } = dependencies;

  const put = async (entry: Entry): Promise<EntryError | { readonly EventId: string }> => {
    const busName = entry.EventBusName.replace(/^arn:.*:event-bus\//, '');
    const error = errorOf(entry, buses.names.has(busName));
    if (error !== undefined) return error;
    const { id, json } = envelope(
      {
        source: entry.Source,
        detailType: entry.DetailType,
        time: entry.Time === undefined ? new Date() : new Date(entry.Time * 1000),
        resources: entry.Resources,
        detail: entry.Detail,
      },
      account,
    );
    const event: unknown = JSON.parse(json);
    const concerned = buses.rules.filter(
      (rule) => rule.isEnabled && rule.busName === busName && rule.matches?.(event) === true,
    );
    try {
      await Promise.all(concerned.map((rule) => deliveries.deliver(rule, json, PATIENCE_MILLISECONDS)));
      return { EventId: id };
    } catch (cause) {
      onError(cause);
      return { ErrorCode: 'InternalFailure', ErrorMessage: 'The event could not be kept for its targets.' };
    }
  };

  return operation(inputSchema, async ({ Entries: entries }) => {
    if (entries.reduce((total, entry) => total + sizeOf(entry), 0) > MAX_BYTES) {
      throw new ServiceError(
        'ValidationException',
        'Total size of the entries in the request is over the limit.',
      );
    }
    const results = await Promise.all(entries.map(put));
    return {
      FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
      Entries: results,
    };
  });
};
