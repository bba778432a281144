import * as z from 'zod';
import { shortTextSchema, timestampSchema } from './fields.ts';

const textSchema = z.string().min(1);

/** Why a call is allowed, is not, or may not be. */
export const callabilityReasonSchema = z.strictObject({
  code: textSchema.describe(
    'Allowed: `within_hours`, `no_stricter_rule`. Not now: `do_not_call`, `outside_hours`, `holiday`, ' +
      '`scheduled`, `no_hours_ahead`. Unknown: `no_number`, `record_missing`, `unknown_region`, ' +
      '`unknown_time_zone`, `no_rule`. Later versions may add others.',
  ),
  detail: textSchema.describe('For people. Its wording may change.'),
  field: textSchema
    .nullable()
    .describe('The field that is the reason, such as `person.doNotCall`; null for rules.'),
  region: textSchema.nullable().describe('The region of the rule, as an ISO 3166 code such as `US-FL`.'),
  citation: textSchema.nullable().describe('The rule, such as `Fla. Stat. § 501.616(6)(a)`.'),
  effectiveDate: z.iso.date().nullable().describe('Since when the rule applies; null if that is not known.'),
  checkedDate: z.iso.date().nullable().describe('When the latest source of the rule was read.'),
  until: timestampSchema
    .nullable()
    .describe('When this reason ends; null if it does not end within 14 days.'),
});
export type CallabilityReason = z.infer<typeof callabilityReasonSchema>;

/** Whether and when a number may be called, as `include=callability` returns it. */
export const callabilitySchema = z
  .strictObject({
    callableNow: z
      .boolean()
      .nullable()
      .describe(
        'At the time of the response. `null` if that is unknown: then do not call without checking by ' +
          'other means.',
      ),
    nextCallableAt: timestampSchema
      .nullable()
      .describe(
        'The first moment at which a call is allowed, if that is later and within 14 days. ' +
          '`null` while `callableNow` is true or unknown, and if nothing but a change of the data allows ' +
          'a call.',
      ),
    callableUntil: timestampSchema
      .nullable()
      .describe(
        'When calls are no longer allowed. `null` unless `callableNow` is true, and that changes within ' +
          '14 days.',
      ),
    timeZones: z
      .array(shortTextSchema)
      .describe('The time zones in which the called party may be. A call has to be allowed in all of them.'),
    timeZoneSource: textSchema
      .nullable()
      .describe(
        'Where they come from: `timezone` or `location` of the person, or of the company if there is no ' +
          'person; or the area code of the `number`.',
      ),
    regions: z
      .array(textSchema)
      .describe('The regions whose rules were applied, as ISO 3166 codes such as `US-FL`.'),
    reasons: z.array(callabilityReasonSchema).describe('At least one.'),
  })
  .describe('Whether and when a number may be called. Not legal advice: see the guide to calling hours.');
export type Callability = z.infer<typeof callabilitySchema>;
