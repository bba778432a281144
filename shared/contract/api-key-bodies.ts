import * as z from 'zod/mini';
import { parseTimestamp } from '../domain/timestamp.ts';
import { MAX_GRACE_SECONDS, MAX_NAME_LENGTH } from './api-key-limits.ts';
import { PERMISSIONS } from './permissions.ts';

const NAME_RULE = `must be a string of 1 to ${MAX_NAME_LENGTH} characters without control characters or lone surrogates`;
const EXPIRY_RULE =
  'must be null or an RFC 3339 date-time with at most millisecond precision, such as 2027-01-31T00:00:00.000Z';
const PERMISSIONS_RULE = `must be a list without duplicates of: ${PERMISSIONS.join(', ')}`;
const GRACE_RULE = `must be an integer number of seconds from 0 to ${MAX_GRACE_SECONDS}`;
const PLAN_RULE = 'must be the name of a usage plan';

const name = z
  .string(NAME_RULE)
  .check(
    z.trim(),
    z.minLength(1, NAME_RULE),
    z.maxLength(MAX_NAME_LENGTH, NAME_RULE),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, NAME_RULE),
  );

const permissions = z
  .array(z.enum(PERMISSIONS, PERMISSIONS_RULE), PERMISSIONS_RULE)
  .check(z.refine((names) => new Set(names).size === names.length, PERMISSIONS_RULE));

const plan = z.string(PLAN_RULE).check(z.minLength(1, PLAN_RULE), z.maxLength(100, PLAN_RULE));

/** Normalized to the stored form, which sorts by time. */
const timestamp = z.pipe(
  z.string(EXPIRY_RULE).check(z.refine((text) => parseTimestamp(text) !== undefined, EXPIRY_RULE)),
  z.transform((text) => parseTimestamp(text) ?? text),
);

/** `POST /api-keys` */
export const createApiKeyBody = z.strictObject({
  name,
  /** Only admins may grant any. */
  permissions: z._default(permissions, []),
  /** Only admins may choose one; defaults to `standard`. */
  plan: z.optional(plan),
  /** `null` if the key never expires. */
  expiresAt: z._default(z.nullable(timestamp), null),
});

/** `PATCH /api-keys/{id}`: absent fields are unchanged. */
export const updateApiKeyBody = z
  .strictObject({ name: z.optional(name), permissions: z.optional(permissions), plan: z.optional(plan) })
  .check(
    z.refine(
      (changes) => Object.keys(changes).length > 0,
      'must change at least one of name, permissions, plan',
    ),
  );

/** `POST /api-keys/{id}/rotate` */
export const rotateApiKeyBody = z.strictObject({
  /** How long the old key stays active. */
  graceSeconds: z.int(GRACE_RULE).check(z.minimum(0, GRACE_RULE), z.maximum(MAX_GRACE_SECONDS, GRACE_RULE)),
});
