import * as z from 'zod/mini';
import { SINGLE_LINE } from '../domain/single-line.ts';
import { parseTimestamp } from '../domain/timestamp.ts';
import { uuidOf } from '../domain/uuid.ts';

/**
 * One line with a visible character, for generators. Without `\p{…}`, which Python rejects, and `\u…`, which
 * Go does, it allows slightly more.
 */
const VISIBLE_LINE = '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\xa0][^\\x00-\\x1f\\x7f-\\x9f]*$';

/** Trimmed text for one line, which the rule has to say. */
export const textField = (rule: string, maximumLength: number) =>
  z
    .string(rule)
    .check(z.trim(), z.minLength(1, rule), z.maxLength(maximumLength, rule), z.regex(SINGLE_LINE, rule))
    .register(z.globalRegistry, { pattern: VISIBLE_LINE });

/** A list without duplicates. */
export const listField = <const V extends string>(values: readonly V[], rule: string) =>
  z
    .array(z.enum(values, rule), rule)
    .check(z.refine((names) => new Set(names).size === names.length, rule))
    .register(z.globalRegistry, { uniqueItems: true });

/** The id of a record or an organization, in any spelling. */
export const idField = (rule: string) =>
  z.pipe(
    z
      .string(rule)
      .check(z.refine((text) => uuidOf(text) !== undefined, rule))
      .register(z.globalRegistry, { format: 'uuid' }),
    z.transform((text) => uuidOf(text) ?? text),
  );

/** A timestamp, normalized to the stored form, which sorts by time. */
export const timestampField = (rule: string) =>
  z.pipe(
    z
      .string(rule)
      .check(z.refine((text) => parseTimestamp(text) !== undefined, rule))
      .register(z.globalRegistry, { format: 'date-time' }),
    z.transform((text) => parseTimestamp(text) ?? text),
  );

/** The body of a `PATCH`: absent fields are unchanged. */
export const changesOf = <const F extends z.core.$ZodLooseShape>(fields: F) =>
  z
    .partial(z.strictObject(fields))
    .check(
      z.refine(
        (changes) => Object.keys(changes).length > 0,
        `must change at least one of ${Object.keys(fields).join(', ')}`,
      ),
    )
    .register(z.globalRegistry, { minProperties: 1 });
