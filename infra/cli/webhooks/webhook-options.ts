import { EVENT_PATTERNS, type EventPattern, isEventPattern } from '../../../shared/contract/event-types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../shared/contract/webhook-bodies.ts';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { UsageError } from '../support/usage-error.ts';

/** The flags that every subcommand takes besides its own. */
export const COMMON_FLAGS = { organization: { type: 'string' }, stack: { type: 'string' } } as const;

const itemsOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A comma-separated list of event types and patterns, in the documented order, each once. */
export const eventsOf = (value: string | undefined): readonly EventPattern[] => {
  const given = itemsOf(value ?? '');
  const unknown = given.filter((name) => !isEventPattern(name));
  const allowed = `(allowed: ${EVENT_PATTERNS.join(', ')})`;
  if (given.length === 0) throw new UsageError(`--events LIST must name at least one event ${allowed}.`);
  if (unknown.length > 0) throw new UsageError(`--events: there is no "${unknown.join('", "')}" ${allowed}.`);
  return EVENT_PATTERNS.filter(isEventPattern).filter((pattern) => given.includes(pattern));
};

/** What the endpoint is for; null for none. */
export const descriptionOf = (value: string): string | null => {
  const text = value.trim();
  if (text.length > MAX_DESCRIPTION_LENGTH || /\p{Cc}/u.test(text)) {
    throw new UsageError(
      `--description must have at most ${MAX_DESCRIPTION_LENGTH} characters, without control characters.`,
    );
  }
  return text === '' ? null : text;
};

/** The one positional argument of a command. */
export const idOf = (
  command: string,
  what: 'ENDPOINT_ID' | 'DELIVERY_ID',
  positionals: readonly string[],
): string => {
  const source = what === 'ENDPOINT_ID' ? 'webhooks list' : 'webhooks deliveries';
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError(`${command} takes one ${what}: an id that "${source}" shows.`);
  }
  if (!isUuid(id)) throw new UsageError(`"${id}" is no id: those that "${source}" shows are UUIDs.`);
  return id;
};

/** A time in the stored form. */
export const timeOf = (flag: '--after' | '--before', value: string): string => {
  const time = parseTimestamp(value);
  if (time !== undefined) return time;
  throw new UsageError(`${flag} must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
};

/** One of the given values. */
export const oneOf = <const V extends string>(flag: string, values: readonly V[], value: string): V => {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} must be one of ${values.join(', ')}, not "${value}".`);
};

/** A comma-separated list of the given values, at least one. */
export const someOf = <const V extends string>(
  flag: string,
  values: readonly V[],
  value: string,
): readonly V[] => {
  const items = itemsOf(value);
  if (items.length === 0) throw new UsageError(`${flag} must name at least one of ${values.join(', ')}.`);
  return [...new Set(items.map((item) => oneOf(flag, values, item)))];
};

export const noSuchEndpoint = (id: string): UsageError =>
  new UsageError(`The organization has no webhook endpoint with the id ${id}.`);

export const noSuchDelivery = (id: string): UsageError =>
  new UsageError(`The organization has no delivery with the id ${id}.`);
