import * as z from 'zod/mini';
import { readAddressRange } from '../../domain/address-range.ts';
import { SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { changesOf, listField, textField, timestampField } from '../body-fields.ts';
import { MAX_SOURCE_LENGTH } from '../imports/import-limits.ts';
import { shorten } from '../query-parameters.ts';
import { MAX_ALLOWED_ADDRESSES, MAX_GRACE_SECONDS, MAX_NAME_LENGTH } from './api-key-limits.ts';
import { PERMISSIONS } from './permissions.ts';

const NAME_RULE = `must be a string of 1 to ${MAX_NAME_LENGTH} characters ${SINGLE_LINE_RULE}`;
export const EXPIRY_RULE = 'must be null or an RFC 3339 date-time such as 2027-01-31T00:00:00.000Z';
const PERMISSIONS_RULE = `must be a list without duplicates of: ${PERMISSIONS.join(', ')}`;
const ADDRESSES_RULE =
  `must be null or a list of 1 to ${MAX_ALLOWED_ADDRESSES} IPv4 or IPv6 addresses or ` + 'CIDRs';
const GRACE_RULE = `must be an integer number of seconds from 0 to ${MAX_GRACE_SECONDS}`;
const SOURCE_RULE = `must be null or a name of 1 to ${MAX_SOURCE_LENGTH} characters ${SINGLE_LINE_RULE}`;
const PLAN_RULE = 'must be the name of a usage plan';

const expiresAt = z.nullable(timestampField(EXPIRY_RULE));
const name = textField(NAME_RULE, MAX_NAME_LENGTH);
const permissions = listField(PERMISSIONS, PERMISSIONS_RULE);
const plan = z.string(PLAN_RULE).check(z.minLength(1, PLAN_RULE), z.maxLength(100, PLAN_RULE));

const addressRange = z.pipe(
  z
    .string(ADDRESSES_RULE)
    .register(z.globalRegistry, { description: 'An IPv4 or IPv6 address, or a CIDR without host bits.' }),
  z.transform((text, { issues }) => {
    const read = readAddressRange(text);
    if ('range' in read) return read.range;
    issues.push({ code: 'custom', message: `is "${shorten(text)}", which ${read.problem}`, input: text });
    return text;
  }),
);

/** Normalized to canonical CIDRs without duplicates. */
const allowedAddresses = z.nullable(
  z.pipe(
    z
      .array(addressRange, ADDRESSES_RULE)
      .check(z.minLength(1, ADDRESSES_RULE), z.maxLength(MAX_ALLOWED_ADDRESSES, ADDRESSES_RULE)),
    z.transform((ranges) => [...new Set(ranges)]),
  ),
);

const importSource = z.nullable(textField(SOURCE_RULE, MAX_SOURCE_LENGTH));

/** `POST /api-keys` */
export const createApiKeyBody = z.strictObject({
  name,
  /** Only admins may grant any. */
  permissions: z._default(permissions, []),
  /** Only admins may choose one; defaults to `standard`. */
  plan: z.optional(plan),
  /** `null` if the key never expires. */
  expiresAt: z._default(expiresAt, null),
  /** Where the key may be used; `null` for anywhere. */
  allowedAddresses: z._default(allowedAddresses, null),
  /** The only source whose records it may import; `null` for any. */
  importSource: z._default(importSource, null),
});

/** `PATCH /api-keys/{id}` */
export const updateApiKeyBody = changesOf({
  ...{ name, permissions, plan, expiresAt, allowedAddresses, importSource },
});

/** `POST /api-keys/{id}/rotate` */
export const rotateApiKeyBody = z.strictObject({
  /** How long the old key stays active. */
  graceSeconds: z.int(GRACE_RULE).check(z.minimum(0, GRACE_RULE), z.maximum(MAX_GRACE_SECONDS, GRACE_RULE)),
  /** When the new key expires: `null` for never; by default with the old one. Only admins may choose. */
  expiresAt: z.optional(expiresAt),
});
