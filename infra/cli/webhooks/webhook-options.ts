import { readFileSync } from 'node:fs';
import type * as z from 'zod/mini';
import {
  EVENT_PATTERNS,
  type EventPattern,
  isEventPattern,
} from '../../../shared/contract/events/event-types.ts';
import { DELIVERY_OPTIONS } from '../../../shared/contract/webhooks/delivery-options.ts';
import { ARN_TARGETS, destinationsWith } from '../../../shared/contract/webhooks/destinations.ts';
import { parseHeaderLines } from '../../../shared/contract/webhooks/header-lines.ts';
import {
  LISTED_STATES,
  MAX_DESCRIPTION_LENGTH,
  REPLAYED_STATES,
  type ReplayedState,
  SIGNATURES,
  type Signature,
} from '../../../shared/contract/webhooks/webhook-limits.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import type { ListedState } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { EndpointFieldError } from '../../../shared/webhooks/errors.ts';
import { type FlagValues, idArgument, membersOf, optional } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

/** Where the descriptions of options start, and where they end. */
const COLUMNS = { first: 22, last: 110 } as const;

/** The description of an option, in lines. */
const described = (text: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (COLUMNS.first + line.length <= COLUMNS.last) lines.splice(-1, 1, line);
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(COLUMNS.first)}`);
};

const TARGET = `target of the events: an https URL on the public internet, or the ARN of ${ARN_TARGETS}`;
const ROLE = `role by which ${ARN_TARGETS} is reached, with the organization's id as external id`;

export const WEBHOOKS_HELP = `Manages the webhook endpoints of an organization and their deliveries.

Usage: npm run webhooks -- COMMAND --organization ID [options]

  create         registers an endpoint and shows its signing secret once
  list           lists all endpoints, newest first; never shows their secrets
  update         changes, disables or enables an endpoint
  delete         deletes an endpoint and drops its pending deliveries
  test           sends a test event to an endpoint and shows the result
  rotate-secret  creates a new signing secret; the old one also signs for another 24 hours
  deliveries     lists the deliveries to an endpoint, newest event first
  delivery       shows a delivery with its attempts and payload
  replay         sends a delivery again, or many of an endpoint, up to 50 per second, oldest first

  create --organization ID --url URL [--role-arn ARN] --event-types LIST [--description TEXT]
         [--contact-details include|omit]
         [--filter JSON] [--headers-file FILE] [--max-per-second N] [--payload full|thin]
         [--signature hmac|ed25519]
  list   --organization ID
  update ENDPOINT_ID --organization ID [--url URL] [--role-arn ARN] [--event-types LIST] [--description TEXT]
         [--contact-details include|omit] [--filter JSON] [--headers-file FILE] [--max-per-second N]
         [--payload full|thin] [--enable | --disable]
  delete ENDPOINT_ID --organization ID
  test   ENDPOINT_ID --organization ID [--no-wait]
  rotate-secret ENDPOINT_ID --organization ID [--signature hmac|ed25519]
  deliveries --organization ID --endpoint ENDPOINT_ID [--state LIST] [--after TIME] [--before TIME] [--limit \
N]
  delivery DELIVERY_ID --organization ID
  replay --organization ID --delivery DELIVERY_ID
  replay --organization ID --endpoint ENDPOINT_ID [--after TIME] [--before TIME] [--states LIST] [--no-wait]

  --organization ID   organization, a lower-case UUID
  --url URL           ${described(TARGET)}
  --role-arn ARN      ${described(ROLE)}
  --event-types LIST  comma-separated event types, such as 'person.*,call_list.locked', or '*' for all
  --description TEXT  purpose of the endpoint, at most 200 characters; '' removes it
  --contact-details include|omit
                      whether deliveries contain emails, phones, street and LinkedIn of
                      people (default: include)
  --filter JSON       EventBridge event pattern that events have to match, such as
                      '{"changed": ["phones"], "data": {"tags": ["vip"]}}'; '' removes it
  --headers-file FILE file with further headers of each request, one "Name: value" per line; they replace all
                      others, and "Name:" keeps the stored value. Only for ${destinationsWith('headers')}
  --max-per-second N  requests per second at most; '' removes the limit
  --payload full|thin the whole event, or only its id, type, timestamp, sequence and record id (default: full)
  --signature hmac|ed25519
                      how deliveries are signed: with a secret that the receiver shares (default), or so that
                      a public key verifies them. Only for ${destinationsWith('signature')}
  --no-wait           do not wait for the first attempt of a test, or for the end of a replay
  --state LIST        only deliveries in these states: retrying (the last attempt failed, another one \
follows),
                      failed (after the last attempt), missed (while the endpoint was disabled)
  --after TIME, --before TIME
                      event time, such as 2027-01-31T00:00:00Z; both bounds are exclusive
  --limit N           maximum number of deliveries (default: 20)
  --states LIST       comma-separated list of retrying, failed, missed, succeeded (default: failed,missed)
  --stack NAME        deployed stack (default: the service on this machine)
  --json              print one JSON document
  --help              print this help

Example:

  npm run webhooks -- create --organization ID --url https://hooks.acme.example/sales --event-types 'person.*'

Exit code: 0 on success, 1 on failure.`;

export const ENDPOINT_ID = idArgument('ENDPOINT_ID', 'webhooks list');
export const DELIVERY_ID = idArgument('DELIVERY_ID', 'webhooks deliveries');

const MAX_DELIVERIES = 10_000;

/** The URL as given; the service validates it. */
export const urlOf = (value: string): string => value.trim();

/** Names the flag in the error for an invalid field. */
export const namingFlag = async <T>(operation: Promise<T>): Promise<T> => {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof EndpointFieldError)
      throw new UsageError(`--${error.field === 'roleArn' ? 'role-arn' : error.field} ${error.message}.`);
    throw error;
  }
};

/** A comma-separated list of event types, with `*` for all, or for all of a resource. */
export const eventsOf = (value: string): readonly EventPattern[] => {
  const names = membersOf(value);
  const allowed = EVENT_PATTERNS.join(', ');
  if (names.length === 0) throw new UsageError(`--event-types needs one or more of ${allowed}.`);
  const unknown = names.filter((name) => !isEventPattern(name));
  if (unknown.length > 0) {
    throw new UsageError(`--event-types does not allow "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  return names.filter(isEventPattern);
};

/** The description of an endpoint; null if blank. */
export const descriptionOf = (value: string): string | null => {
  const description = value.trim();
  if (description.length > MAX_DESCRIPTION_LENGTH || !SINGLE_LINE.test(description)) {
    throw new UsageError(
      `--description TEXT must have at most ${MAX_DESCRIPTION_LENGTH} characters, ${SINGLE_LINE_RULE}.`,
    );
  }
  return description === '' ? null : description;
};

/** Whether deliveries contain contact details. */
export const contactDetailsOf = (value: string): boolean => {
  if (value === 'include' || value === 'omit') return value === 'include';
  throw new UsageError(`--contact-details must be include or omit, not "${value}".`);
};

const parsed = <S extends z.ZodMiniType>(schema: S, value: unknown, name: string): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${name} ${result.error.issues[0]?.message ?? 'is invalid'}.`);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const filterOf = (value: string, name: string) =>
  parsed(DELIVERY_OPTIONS.filter, value.trim() === '' ? null : jsonOf(value), name);

const maxPerSecondOf = (value: string, name: string) =>
  parsed(DELIVERY_OPTIONS.maxPerSecond, value.trim() === '' ? null : Number(value), name);

const payloadOf = (value: string, name: string) => parsed(DELIVERY_OPTIONS.payload, value, name);

export const signatureOf = (value: string): Signature => {
  const signature = SIGNATURES.find((each) => each === value);
  if (signature !== undefined) return signature;
  throw new UsageError(`--signature must be one of ${SIGNATURES.join(', ')}, not "${value}".`);
};

/** The headers in a file: on a command line, other users of the machine could read their values. */
const headersOf = (path: string, name: string) =>
  parsed(DELIVERY_OPTIONS.headers, parseHeaderLines(readFileSync(path, 'utf8')), name);

/** The flags of how an endpoint gets its events. */
export const DELIVERY_FLAGS = {
  filter: optional(filterOf),
  'headers-file': optional(headersOf),
  'max-per-second': optional(maxPerSecondOf),
  payload: optional(payloadOf),
} as const;

/** The fields of an endpoint that the flags set, without those that are absent. */
export const deliveryOptionsOf = (flags: FlagValues<typeof DELIVERY_FLAGS>) => ({
  ...(flags.filter !== undefined && { filter: flags.filter }),
  ...(flags['headers-file'] !== undefined && { headers: flags['headers-file'] }),
  ...(flags['max-per-second'] !== undefined && { maxPerSecond: flags['max-per-second'] }),
  ...(flags.payload !== undefined && { payload: flags.payload }),
});

/** Delivery states to list. */
export const listedStatesOf = (value: string): ReadonlySet<ListedState> => {
  const names = membersOf(value);
  const states = LISTED_STATES.filter((state) => names.includes(state));
  if (states.length > 0 && states.length === names.length) return new Set(states);
  throw new UsageError(`--state must be one or more of ${LISTED_STATES.join(', ')}, not "${value}".`);
};

export const limitOf = (value: string): number => {
  const limit = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_DELIVERIES) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_DELIVERIES}, not "${value}".`);
};

export const statesOf = (value: string): readonly ReplayedState[] => {
  const names = membersOf(value);
  const states = REPLAYED_STATES.filter((state) => names.includes(state));
  if (states.length > 0 && states.length === names.length) return states;
  throw new UsageError(`--states must be one or more of ${REPLAYED_STATES.join(', ')}, not "${value}".`);
};
