import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../domain/fields.ts';
import { permissionSchema } from './keys/permission-schema.ts';
import { MAX_COUNTED_ERRORS, MAX_COUNTED_KEYS, REFUSAL_REASONS } from './request-limits.ts';

const countSchema = z.int().min(0);

const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('A day in UTC.');

const nextCursor = z
  .string()
  .min(1)
  .optional()
  .describe('Send it as `cursor` to get the next page. Absent on the last page.');

const delaySeconds = countSchema.describe('A request may take this long to appear, in rare cases longer.');

const problemTypeSchema = z
  .string()
  .regex(/^urn:sales-data:problem:[a-z-]+$/)
  .describe('The `type` of a problem. Later versions may add others.');

const requestSchema = z.strictObject({
  id: z.string().min(1).describe('The `X-Request-Id` of the response.'),
  time: timestampSchema.describe('When the request arrived.'),
  method: z.string().min(1),
  route: z
    .string()
    .min(1)
    .describe('The path with placeholders, such as `/v1/person/{id}`; `/{proxy+}` for an unknown path.'),
  path: z.string().describe('The path as sent. `*` replaces values of lookups; long paths are cut.'),
  status: z.int(),
  problemType: problemTypeSchema.nullable().describe('The `type` of the response. `null` for a success.'),
  reason: z
    .enum(REFUSAL_REASONS)
    .nullable()
    .describe('Why a `401` refused the key, which its response does not say.'),
  missingPermissions: z
    .array(permissionSchema)
    .nullable()
    .describe('The permissions that the key lacked for a `403`, if known: always with `requestId`.'),
  invalidParameters: z
    .array(z.string())
    .nullable()
    .describe('The parameters or fields that a `400` refused. Only with `requestId`.'),
  milliseconds: countSchema.nullable().describe('How long the response took. `null` for a `401`.'),
  keyId: uuidSchema,
  keyName: z.string().nullable().describe('The name of the key. `null` if it no longer exists.'),
  address: z.string().nullable().describe('The IP address of the client.'),
  userAgent: z.string().nullable().describe('As sent, cut after 100 characters.'),
});

const requestCountsSchema = z.strictObject({
  succeeded: countSchema.describe('Responses with a status below 400.'),
  refused: countSchema.describe(
    'Responses with a 4xx status, also those of API Gateway, and each `401` of a key that exists.',
  ),
  failed: countSchema.describe('Responses with a 5xx status.'),
  refusals: z
    .array(z.strictObject({ problemType: problemTypeSchema, requests: countSchema }))
    .describe('The refused requests by problem, most first.'),
});

const rangeCountsSchema = requestCountsSchema.extend({
  keys: z
    .array(
      z.strictObject({
        keyId: uuidSchema,
        name: z.string().nullable().describe('`null` if the key no longer exists.'),
        plan: z.string().nullable().describe('The usage plan; `null` if the key no longer exists.'),
        rotatedTo: uuidSchema
          .nullable()
          .describe('The key that replaces this one, whose quota its requests count against.'),
        requests: countSchema,
      }),
    )
    .describe(`The ${MAX_COUNTED_KEYS} keys with the most requests, most first.`),
});

const errorsSchema = z.strictObject({
  from: timestampSchema.describe('The start of the first period of each `trend`, in UTC.'),
  period: z.enum(['hour', 'day']).describe('Ranges of more than two days are counted by day.'),
  kinds: z
    .array(
      z.strictObject({
        problemType: problemTypeSchema.nullable().describe('`null` for a status that no problem has.'),
        reason: z.enum(REFUSAL_REASONS).nullable().describe('Why a `401` refused the key.'),
        operation: z.string().min(1).describe('Such as `GET /v1/person/{id}`.'),
        requests: countSchema,
        trend: z.array(countSchema).describe('The requests of each period.'),
      }),
    )
    .describe(`The ${MAX_COUNTED_ERRORS} kinds of errors with the most requests, most first.`),
});

const COUNTED_SINCE = '`null` on days before `countedFrom`.';

const totalDaySchema = z.strictObject({
  date: daySchema,
  counts: requestCountsSchema.nullable().describe(`Requests by outcome. ${COUNTED_SINCE}`),
});

const keyDaySchema = totalDaySchema.extend({
  metered: countSchema
    .nullable()
    .describe(
      'Requests that count against the daily quota. `null` once the key is no longer metered ' +
        'separately: requests of a rotated key count against the quota of its successor.',
    ),
});

/** Responses of the operations on requests. */
export const REQUEST_BODIES = {
  RequestPage: z.strictObject({
    from: timestampSchema.describe('The start of the searched range.'),
    to: timestampSchema.describe('The end of the searched range.'),
    delaySeconds,
    counts: rangeCountsSchema
      .nullable()
      .describe(
        'All requests that match the filters, except that `status` does not apply. ' +
          '`null` without `include=counts`.',
      ),
    errors: errorsSchema
      .nullable()
      .describe(
        'The refused and failed requests that match the filters, by reason and operation. ' +
          '`null` without `include=errors`, and for a range that lies in the future.',
      ),
    items: z.array(requestSchema),
    nextCursor,
  }),
  UsagePage: z.strictObject({
    from: daySchema,
    to: daySchema,
    countedFrom: daySchema.describe('The first day with `counts`.'),
    delaySeconds,
    total: z.array(totalDaySchema).describe('All keys together, or the key of `keyId`.'),
    totalCount: countSchema.describe('The number of keys on all pages.'),
    items: z.array(
      z.strictObject({
        keyId: uuidSchema,
        name: z.string().min(1),
        hint: z.string().min(1).describe('The first and last characters of the key.'),
        plan: z.string().min(1),
        rotatedTo: uuidSchema.nullable().describe('The key that replaces this one.'),
        days: z.array(keyDaySchema),
      }),
    ),
    nextCursor,
  }),
} as const;
