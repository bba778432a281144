import * as z from 'zod/mini';
import { SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import { changesOf, listField, textField, timestampField } from '../body-fields.ts';
import { EVENT_PATTERNS, isEventPattern } from '../events/event-types.ts';
import { DELIVERY_OPTIONS, NEW_DELIVERY_OPTIONS } from './delivery-options.ts';
import { ARN_TARGETS, destinationsWith, ROLE_ARN, ROLE_EXAMPLE } from './destinations.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH, REPLAYED_STATES, SIGNATURES } from './webhook-limits.ts';

const URL_RULE = `must be an https URL of at most ${withThousandsSeparators(MAX_URL_LENGTH)} characters`;
const ADDRESS_RULE = `${URL_RULE}, or the ARN of ${ARN_TARGETS}`;
const ROLE_RULE = `must be null or the ARN of a role such as ${ROLE_EXAMPLE}`;
const DESCRIPTION_RULE =
  `must be null or a string of 1 to ${MAX_DESCRIPTION_LENGTH} ` + `characters ${SINGLE_LINE_RULE}`;
const EVENTS_RULE = `must be a non-empty list without duplicates of: ${EVENT_PATTERNS.join(', ')}`;
const SIGNATURE_RULE = `must be one of: ${SIGNATURES.join(', ')}`;
const BOOLEAN_RULE = 'must be true or false';
const TIME_RULE = 'must be null or an RFC 3339 date-time such as 2026-01-31T09:30:00.000Z';
const STATES_RULE = `must be a non-empty list without duplicates of: ${REPLAYED_STATES.join(', ')}`;

/** An https URL, or an ARN, which are URIs, too. */
const address = z
  .string(ADDRESS_RULE)
  .check(z.maxLength(MAX_URL_LENGTH, ADDRESS_RULE))
  .register(z.globalRegistry, { format: 'uri', pattern: '^(https://|arn:)' });

const roleArn = z.nullable(
  z
    .string(ROLE_RULE)
    .check(z.regex(ROLE_ARN, ROLE_RULE))
    .register(z.globalRegistry, { description: `Only for ${destinationsWith('roleArn')}.` }),
);

/** The endpoint operations validate the URL itself, with the same checks as deliveries. */
const url = z
  .string(URL_RULE)
  .check(z.maxLength(MAX_URL_LENGTH, URL_RULE))
  .register(z.globalRegistry, { format: 'uri', pattern: '^https://' });

const description = z.nullable(textField(DESCRIPTION_RULE, MAX_DESCRIPTION_LENGTH));
const eventTypes = listField(EVENT_PATTERNS.filter(isEventPattern), EVENTS_RULE).check(
  z.minLength(1, EVENTS_RULE),
);
const includesContactDetails = z.boolean(BOOLEAN_RULE);
const timestamp = timestampField(TIME_RULE);

/** `POST /webhook-endpoints` */
export const createWebhookEndpointBody = z.strictObject({
  url: address,
  roleArn: z._default(roleArn, null),
  eventTypes,
  description: z._default(description, null),
  includesContactDetails: z._default(includesContactDetails, true),
  signature: z._default(z.enum(SIGNATURES, SIGNATURE_RULE), 'hmac'),
  ...NEW_DELIVERY_OPTIONS,
});

/** `POST /v1/webhook-endpoint` of the data API */
export const subscribeWebhookBody = z.strictObject({
  url,
  eventTypes,
  description: z._default(description, null),
  ...NEW_DELIVERY_OPTIONS,
});

/** `PATCH /webhook-endpoints/{id}` */
export const updateWebhookEndpointBody = changesOf({
  url: address,
  roleArn,
  eventTypes,
  description,
  includesContactDetails,
  ...DELIVERY_OPTIONS,
  isEnabled: z.boolean(BOOLEAN_RULE),
});

/** `POST /webhook-endpoints/{id}/replay`: a range of event times, excluding both bounds. */
export const replayWebhooksBody = z
  .strictObject({
    after: z._default(z.nullable(timestamp), null),
    before: z._default(z.nullable(timestamp), null),
    states: z._default(listField(REPLAYED_STATES, STATES_RULE).check(z.minLength(1, STATES_RULE)), [
      'failed',
      'missed',
    ]),
  })
  .check(
    z.refine(
      ({ after, before }) => after === null || before === null || after < before,
      'must have `after` earlier than `before`',
    ),
  )
  .register(z.globalRegistry, { description: '`after` must be earlier than `before`.' });
