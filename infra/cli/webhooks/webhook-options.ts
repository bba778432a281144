import { EVENT_PATTERNS, type EventPattern, isEventPattern } from '../../../shared/contract/event-types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../shared/contract/webhook-limits.ts';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { EndpointUrlError } from '../../../shared/webhooks/errors.ts';
import { idArgumentOf } from '../support/arguments.ts';
import { UsageError } from '../support/usage-error.ts';

/** The members of a comma-separated list, without duplicates. */
export const membersOf = (value: string): readonly string[] => [
  ...new Set(
    value
      .split(',')
      .map((member) => member.trim())
      .filter((member) => member !== ''),
  ),
];

/** The URL as given; the service validates it. */
export const urlOf = (value: string | undefined): string => {
  if (value === undefined || value.trim() === '') {
    throw new UsageError('--url URL, the target of the events, is missing.');
  }
  return value.trim();
};

/** Names the flag in the error for an invalid URL. */
export const namingUrl = async <T>(operation: Promise<T>): Promise<T> => {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof EndpointUrlError) throw new UsageError(`--url ${error.message}.`);
    throw error;
  }
};

/** A comma-separated list of event types, with `*` for all, or for all of a resource. */
export const eventsOf = (value: string | undefined): readonly EventPattern[] => {
  const names = membersOf(value ?? '');
  const allowed = EVENT_PATTERNS.join(', ');
  if (names.length === 0) throw new UsageError(`--events LIST is missing: one or more of ${allowed}.`);
  const unknown = names.filter((name) => !isEventPattern(name));
  if (unknown.length > 0) {
    throw new UsageError(`--events does not allow "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  return names.filter(isEventPattern);
};

/** The description of an endpoint; null if blank. */
export const descriptionOf = (value: string): string | null => {
  const description = value.trim();
  if (description.length > MAX_DESCRIPTION_LENGTH || /\p{Cc}/u.test(description)) {
    throw new UsageError(
      `--description TEXT must have at most ${MAX_DESCRIPTION_LENGTH} characters and no control characters.`,
    );
  }
  return description === '' ? null : description;
};

const idOf = (value: string, flag: string): string => {
  if (!isUuid(value)) throw new UsageError(`${flag} must be a lower-case UUID, not "${value}".`);
  return value;
};

export const endpointIdOf = (command: string, positionals: readonly string[]): string =>
  idArgumentOf(command, positionals, { name: 'ENDPOINT_ID', listedBy: 'webhooks list' });

export const deliveryIdOf = (command: string, positionals: readonly string[]): string =>
  idArgumentOf(command, positionals, { name: 'DELIVERY_ID', listedBy: 'webhooks deliveries' });

export const endpointFlagOf = (value: string | undefined): string => {
  if (value === undefined) {
    throw new UsageError('--endpoint ENDPOINT_ID, as listed by "webhooks list", is missing.');
  }
  return idOf(value, '--endpoint');
};

export const deliveryFlagOf = (value: string): string => idOf(value, '--delivery');

/** A timestamp in canonical form. */
export const timeOf = (flag: string, value: string): string => {
  const time = parseTimestamp(value);
  if (time === undefined) {
    throw new UsageError(`${flag} must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
  }
  return time;
};

export const optionalTimeOf = (flag: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : timeOf(flag, value);

export const noSuchEndpoint = (id: string): UsageError =>
  new UsageError(`The organization has no webhook endpoint with the id ${id}.`);

export const noSuchDelivery = (id: string): UsageError =>
  new UsageError(`The organization has no delivery with the id ${id}.`);
