import * as z from 'zod/mini';
import { SINGLE_LINE } from '../domain/single-line.ts';
import { parseTimestamp } from '../domain/timestamp.ts';

/** Trimmed text for one line, which the rule has to say. */
export const textField = (rule: string, maximumLength: number) =>
  z
    .string(rule)
    .check(z.trim(), z.minLength(1, rule), z.maxLength(maximumLength, rule), z.regex(SINGLE_LINE, rule));

/** A list without duplicates. */
export const listField = <const V extends string>(values: readonly V[], rule: string) =>
  z.array(z.enum(values, rule), rule).check(z.refine((names) => new Set(names).size === names.length, rule));

/** A timestamp, normalized to the stored form, which sorts by time. */
export const timestampField = (rule: string) =>
  z.pipe(
    z.string(rule).check(z.refine((text) => parseTimestamp(text) !== undefined, rule)),
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
    );
