import * as z from 'zod/mini';
import { suppressibleOf } from '../../domain/values/suppressible.ts';
import { MAX_SUPPRESSED_VALUES } from './suppression-limits.ts';

const VALUES_RULE = `must be a list of 1 to ${MAX_SUPPRESSED_VALUES} values`;
const VALUE_RULE =
  'must be a phone number with its country code, such as +12025550143, an email address, or the id of a ' +
  'person or company';

/** For generators. The service also understands other spellings. */
const PATTERN = `^(${[
  '\\+[1-9][0-9]{6,14}',
  '[A-Za-z][A-Za-z0-9]{0,20}([._+-][A-Za-z0-9]{1,10}){0,3}@' +
    '([A-Za-z][A-Za-z0-9]{0,30}(-[A-Za-z0-9]{1,15}){0,2}\\.){1,3}[A-Za-z]{2,20}',
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
].join('|')})$`;

/** `POST /suppressions` and `POST /suppressions/lift` */
export const suppressionBody = z.strictObject({
  values: z
    .array(
      z
        .string(VALUE_RULE)
        .check(z.refine((text) => suppressibleOf(text) !== undefined, VALUE_RULE))
        .register(z.globalRegistry, { pattern: PATTERN }),
      VALUES_RULE,
    )
    .check(z.minLength(1, VALUES_RULE), z.maxLength(MAX_SUPPRESSED_VALUES, VALUES_RULE)),
});
