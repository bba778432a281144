import * as z from 'zod/mini';
import { isEmailAddress } from '../../domain/email-address.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { changesOf, idField, textField } from '../body-fields.ts';
import { EVENT_RETENTION_DAYS, RECORD_RETENTION_DAYS } from '../records/retention-limits.ts';
import { MAX_INVITED_EMAIL_LENGTH, MAX_ORGANIZATION_NAME_LENGTH, ROLES } from './users.ts';

const EMAIL_RULE =
  `must be an email address of at most ${MAX_INVITED_EMAIL_LENGTH} characters, such as ` + 'ada@acme.example';
const ROLE_RULE = `must be one of: ${ROLES.join(', ')}`;
const BOOLEAN_RULE = 'must be true or false';
const NAME_RULE = `must be a string of 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters ${SINGLE_LINE_RULE}`;

/** The longest names of the IANA database have 32 characters. */
const MAX_TIME_ZONE_LENGTH = 64;

export const TIME_ZONE_RULE = 'must be null or the name of an IANA time zone such as Europe/Berlin';

const role = z.enum(ROLES, ROLE_RULE);

/** The form of the names. The operation looks the name up. */
const timeZone = z
  .string(TIME_ZONE_RULE)
  .check(
    z.maxLength(MAX_TIME_ZONE_LENGTH, TIME_ZONE_RULE),
    z.regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/, TIME_ZONE_RULE),
  );

const RECORD_RETENTION_RULE =
  `must be null or a whole number of days from ${RECORD_RETENTION_DAYS.minimum} ` +
  `to ${RECORD_RETENTION_DAYS.maximum}`;

const EVENT_RETENTION_RULE =
  'must be null or a whole number of days, at ' + `least ${EVENT_RETENTION_DAYS.minimum}`;

const daysFrom = ({ minimum, maximum }: { minimum: number; maximum: number }, rule: string) =>
  z.nullable(z.int(rule).check(z.minimum(minimum, rule), z.maximum(maximum, rule)));

const ORGANIZATION_RULE = 'must be the id of an organization, a UUID';

/** `PUT /session/organization` */
export const chooseOrganizationBody = z.strictObject({
  id: idField(ORGANIZATION_RULE),
});

/** `POST /users` */
export const inviteUserBody = z.strictObject({
  email: z
    .string(EMAIL_RULE)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(MAX_INVITED_EMAIL_LENGTH, EMAIL_RULE),
      z.refine((text) => isEmailAddress(text) && SINGLE_LINE.test(text), EMAIL_RULE),
    )
    .register(z.globalRegistry, { format: 'email' }),
  role,
});

/** `PATCH /users/{id}` */
export const updateUserBody = changesOf({
  role,
  isDisabled: z.boolean(BOOLEAN_RULE),
  /** Not a method of its own: the stack has no resource left for one. */
  isRemoved: z.literal(true, 'must be true'),
});

/** `PATCH /organization` */
export const updateOrganizationBody = changesOf({
  name: textField(NAME_RULE, MAX_ORGANIZATION_NAME_LENGTH),
  timeZone: z.nullable(timeZone),
  membersSeeData: z.boolean(BOOLEAN_RULE),
  recordRetentionDays: daysFrom(RECORD_RETENTION_DAYS, RECORD_RETENTION_RULE),
  eventRetentionDays: daysFrom(EVENT_RETENTION_DAYS, EVENT_RETENTION_RULE),
});
