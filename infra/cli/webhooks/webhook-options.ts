import { EVENT_PATTERNS, type EventPattern, isEventPattern } from '../../../shared/contract/event-types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../shared/contract/webhook-limits.ts';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { EndpointUrlError } from '../../../shared/webhooks/errors.ts';
import { UsageError } from '../support/usage-error.ts';

/** The members of a comma-separated list, each once. */
export const membersOf = (value: string): readonly string[] => [
  ...new Set(
    value
      .split(',')
      .map((member) => member.trim())
      .filter((member) => member !== ''),
  ),
];

/** The URL as it was given: what is wrong with it is found where it is used. */
export const urlOf = (value: string | undefined): string => {
  if (value === undefined || value.trim() === '') {
    throw new UsageError('--url URL is missing: where events are sent.');
  }
  return value.trim();
};

/** Names the flag in what is wrong with a URL. */
export const namingUrl = async <T>(operation: Promise<T>): Promise<T> => {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof EndpointUrlError) throw new UsageError(`--url ${error.message}.`);
    throw error;
  }
};

/** A comma-separated list of event types, with `*` for all of them or all of a resource. */
export const eventsOf = (value: string | undefined): readonly EventPattern[] => {
  const names = membersOf(value ?? '');
  const allowed = EVENT_PATTERNS.join(', ');
  if (names.length === 0) throw new UsageError(`--events LIST is missing: one or more of ${allowed}.`);
  const unknown = names.filter((name) => !isEventPattern(name));
  if (unknown.length > 0) {
    throw new UsageError(`--events: there is no "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  return names.filter(isEventPattern);
};

/** What an endpoint is for; null if nobody said. */
export const descriptionOf = (value: string): string | null => {
  const description = value.trim();
  if (description.length > MAX_DESCRIPTION_LENGTH || /\p{Cc}/u.test(description)) {
    throw new UsageError(
      `--description TEXT must have at most ${MAX_DESCRIPTION_LENGTH} characters, and no control characters.`,
    );
  }
  return description === '' ? null : description;
};

const idOf = (value: string, what: string): string => {
  if (!isUuid(value)) throw new UsageError(`"${value}" is not ${what}: those are lower-case UUIDs.`);
  return value;
};

/** The one positional argument of a command that is about an endpoint. */
export const endpointIdOf = (command: string, positionals: readonly string[]): string => {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError(`${command} takes one ENDPOINT_ID: the id that "webhooks list" shows.`);
  }
  return idOf(id, 'an endpoint id');
};

/** The endpoint that deliveries are looked for by. */
export const endpointFlagOf = (value: string | undefined): string => {
  if (value === undefined) {
    throw new UsageError('--endpoint ENDPOINT_ID is missing: the id that "webhooks list" shows.');
  }
  return idOf(value, 'an endpoint id');
};

/** The delivery that is to be made again. */
export const deliveryFlagOf = (value: string): string => idOf(value, 'a delivery id');

/** The one positional argument of a command that is about a delivery. */
export const deliveryIdOf = (command: string, positionals: readonly string[]): string => {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError(`${command} takes one DELIVERY_ID: the id that "webhooks deliveries" shows.`);
  }
  return idOf(id, 'a delivery id');
};

/** A time in the stored form. */
export const timeOf = (flag: string, value: string): string => {
  const time = parseTimestamp(value);
  if (time === undefined) {
    throw new UsageError(`${flag} must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
  }
  return time;
};

/** A time that may be left out. */
export const optionalTimeOf = (flag: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : timeOf(flag, value);

export const noSuchEndpoint = (id: string): UsageError =>
  new UsageError(`The organization has no webhook endpoint with the id ${id}.`);

export const noSuchDelivery = (id: string): UsageError =>
  new UsageError(`The organization has no delivery with the id ${id}.`);
