import * as z from 'zod/mini';
import { compileEventPattern, EventPatternError, OR } from '../../domain/event-pattern.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import {
  FILTERED_FIELDS,
  MAX_FILTER_LENGTH,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_PER_SECOND,
  PAYLOADS,
} from './webhook-limits.ts';

const FILTER_RULE =
  'must be null or an event pattern, such as {"data": {"tags": ["vip"]}}, of at most ' +
  `${withThousandsSeparators(MAX_FILTER_LENGTH)} characters`;
const HEADERS_RULE = `must be a list of at most ${MAX_HEADERS} headers, each with a name and a value`;
const NAME_RULE = 'must be the name of a header, such as Authorization';
const VALUE_RULE =
  `must be 1 to ${withThousandsSeparators(MAX_HEADER_LENGTH)} visible ASCII characters, ` +
  'with spaces between them';
const RATE_RULE = `must be null or a whole number from 1 to ${withThousandsSeparators(MAX_PER_SECOND)}`;
const PAYLOAD_RULE = `must be one of: ${PAYLOADS.join(', ')}`;

/** A filter as it is sent and stored. */
export type Filter = Readonly<Record<string, unknown>>;

/** What is wrong with an event pattern as a filter of deliveries. */
const filterProblem = (filter: Filter): string | undefined => {
  if (JSON.stringify(filter).length > MAX_FILTER_LENGTH) return FILTER_RULE;
  try {
    compileEventPattern(filter, { fields: FILTERED_FIELDS });
    return undefined;
  } catch (error) {
    if (error instanceof EventPatternError) return `must be an event pattern: ${error.message}`;
    throw error;
  }
};

const filter = z.nullable(
  z
    .record(z.string(), z.unknown(), FILTER_RULE)
    .check((context) => {
      const message = filterProblem(context.value);
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
    })
    .register(z.globalRegistry, {
      description:
        'An event pattern of EventBridge, of at most ' +
        `${withThousandsSeparators(MAX_FILTER_LENGTH)} characters as JSON.`,
      minProperties: 1,
      propertyNames: { enum: [...FILTERED_FIELDS, OR] },
    }),
);

/** Those of a connection (RFC 9110, section 7.6.1), and those that the service sets itself. */
const RESERVED =
  /^(?:connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|webhook-.*)$/i;

const header = z.strictObject(
  {
    name: z.string(NAME_RULE).check(
      z.maxLength(MAX_HEADER_LENGTH, NAME_RULE),
      z.regex(/^[\w!#$%&'*+.^`|~-]+$/, NAME_RULE),
      z.refine((name) => !RESERVED.test(name), 'must be a header that the service does not set itself'),
    ),
    value: z.optional(
      z
        .string(VALUE_RULE)
        .check(z.maxLength(MAX_HEADER_LENGTH, VALUE_RULE), z.regex(/^[!-~](?:[ -~]*[!-~])?$/, VALUE_RULE))
        .register(z.globalRegistry, {
          description: 'Never shown again. Without it, a header that the endpoint has keeps its value.',
        }),
    ),
  },
  HEADERS_RULE,
);

const headers = z
  .array(header, HEADERS_RULE)
  .check(
    z.maxLength(MAX_HEADERS, HEADERS_RULE),
    z.refine(
      (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
      'must not contain a header twice',
    ),
  )
  .register(z.globalRegistry, {
    description: 'Each header once, and none that the service sets itself.',
  });

/** A header as it is sent. */
export type NewHeader = z.output<typeof header>;

const maxPerSecond = z.nullable(
  z.int(RATE_RULE).check(z.minimum(1, RATE_RULE), z.maximum(MAX_PER_SECOND, RATE_RULE)),
);

const payload = z.enum(PAYLOADS, PAYLOAD_RULE);

/** How an endpoint gets its events. */
export const DELIVERY_OPTIONS = { filter, headers, maxPerSecond, payload } as const;

/** The same for a new endpoint, by default: all events, whole, as they come. */
export const NEW_DELIVERY_OPTIONS = {
  filter: z.optional(filter),
  headers: z.optional(headers),
  maxPerSecond: z.optional(maxPerSecond),
  payload: z.optional(payload),
} as const;
