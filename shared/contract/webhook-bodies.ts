import * as z from 'zod/mini';
import { parseTimestamp } from '../domain/timestamp.ts';
import { EVENT_PATTERNS, isEventPattern } from './event-types.ts';
import { MAX_CURSOR_LENGTH } from './query-parameters.ts';
import { MAX_DESCRIPTION_LENGTH, REPLAYED_STATES } from './webhook-limits.ts';

const URL_RULE = 'must be an https URL';
const DESCRIPTION_RULE = `must be null or a string of 1 to ${MAX_DESCRIPTION_LENGTH} characters without control characters or lone surrogates`;
const EVENTS_RULE = `must be a non-empty list without duplicates of: ${EVENT_PATTERNS.join(', ')}`;
const ENABLED_RULE = 'must be true or false';
const TIME_RULE =
  'must be an RFC 3339 date-time with at most millisecond precision, such as 2026-01-31T09:30:00.000Z';
const STATES_RULE = `must be a non-empty list without duplicates of: ${REPLAYED_STATES.join(', ')}`;
const CURSOR_RULE = 'must be the `nextCursor` of the previous call';

const isDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** The endpoint operations validate the URL itself, with the same checks as deliveries. */
const url = z.string(URL_RULE).check(z.maxLength(4_096, URL_RULE));

const description = z.nullable(
  z
    .string(DESCRIPTION_RULE)
    .check(
      z.trim(),
      z.minLength(1, DESCRIPTION_RULE),
      z.maxLength(MAX_DESCRIPTION_LENGTH, DESCRIPTION_RULE),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, DESCRIPTION_RULE),
    ),
);

const events = z
  .array(z.enum(EVENT_PATTERNS.filter(isEventPattern), EVENTS_RULE), EVENTS_RULE)
  .check(z.minLength(1, EVENTS_RULE), z.refine(isDistinct, EVENTS_RULE));

/** Normalized to the stored form, which sorts by time. */
const timestamp = z.pipe(
  z.string(TIME_RULE).check(z.refine((text) => parseTimestamp(text) !== undefined, TIME_RULE)),
  z.transform((text) => parseTimestamp(text) ?? text),
);

/** `POST /webhook-endpoints` */
export const createWebhookEndpointBody = z.strictObject({
  url,
  events,
  description: z._default(description, null),
});

/** `PATCH /webhook-endpoints/{id}`: absent fields are unchanged. */
export const updateWebhookEndpointBody = z
  .strictObject({
    url: z.optional(url),
    events: z.optional(events),
    description: z.optional(description),
    isEnabled: z.optional(z.boolean(ENABLED_RULE)),
  })
  .check(
    z.refine(
      (changes) => Object.keys(changes).length > 0,
      'must change at least one of url, events, description, isEnabled',
    ),
  );

/** `POST /webhook-endpoints/{id}/replay`: a range of event times, excluding both bounds. */
export const replayWebhooksBody = z
  .strictObject({
    after: timestamp,
    before: timestamp,
    states: z._default(
      z
        .array(z.enum(REPLAYED_STATES, STATES_RULE), STATES_RULE)
        .check(z.minLength(1, STATES_RULE), z.refine(isDistinct, STATES_RULE)),
      ['failed', 'missed'],
    ),
    /** The `nextCursor` of the previous response. */
    cursor: z.optional(z.string(CURSOR_RULE).check(z.maxLength(MAX_CURSOR_LENGTH, CURSOR_RULE))),
  })
  .check(z.refine(({ after, before }) => after < before, 'must have `after` earlier than `before`'));
