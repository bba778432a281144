import * as z from 'zod';

export const id = z.string().min(1).max(100).describe('A UUID.');

export const cursor = z
  .string()
  .min(1)
  .max(2_000)
  .optional()
  .describe('The `nextCursor` of the previous answer. Repeat its other inputs, except where stated.');

/** @param preset used by default */
export const limitOf = (preset: number) =>
  z
    .int()
    .min(1)
    .max(100)
    .default(preset)
    .describe('The maximum number of items. An answer has fewer if they would exceed its maximum length.');

export const time = z.string().min(1).max(100);

export const changedSince = time
  .optional()
  .describe('Only what changed at or after this RFC 3339 date-time, such as 2026-01-31T00:00:00Z.');

export const since = time
  .optional()
  .describe('An RFC 3339 date-time with a time zone, such as 2026-01-31T00:00:00Z.');

export const phone = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('An international phone number, such as +12025550143.');

export const externalId = z
  .string()
  .min(1)
  .max(1_100)
  .optional()
  .describe('An id of another system, as `source:id`, such as `hubspot:1001`.');

export const name = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('The start of the name: at least two characters, in any case, with or without accents.');

export const ownerId = z.string().min(1).max(500).optional().describe('The owner, as the source calls it.');

export const tag = z.string().min(1).max(500).optional().describe('A tag, in any case.');

export const ids = z.array(id).min(1).max(100).optional().describe('Up to 100 ids.');

const record = z.record(z.string(), z.unknown());

export const nextCursor = z
  .string()
  .optional()
  .describe('More follow: call again with it as `cursor`. Absent on the last page.');

/** @param what the items, such as `people` */
export const pageOf = (what: string) =>
  z.object({
    totalCount: z.int().describe(`The exact number of matching ${what} on all pages.`),
    items: z.array(record),
    nextCursor,
  });

/** The inputs without `undefined`, as the API's client expects. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

export const given = <T extends object>(inputs: T): Given<T> =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined)) as Given<T>;

/**
 * The order of records that no lookup finds: the API refuses one for lookups.
 *
 * @param lookUps the inputs that find records, by name
 */
export const browsingSort = (lookUps: object): '-changedAt' | undefined =>
  Object.values(lookUps).every((lookUp) => lookUp === undefined) ? '-changedAt' : undefined;
