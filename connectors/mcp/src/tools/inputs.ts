const text = <D extends string>(maxLength: number, description: D) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const;

/** @param description what it identifies */
export const idOf = (description: string) => text(100, description);

export const cursor = text(
  2_000,
  'The `nextCursor` of the previous answer. Repeat its other inputs, except where stated.',
);

/** @param preset used by default */
export const limitOf = (preset: number) =>
  ({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: preset,
    description: 'The maximum number of items. An answer has fewer if they would exceed its maximum length.',
  }) as const;

export const timeOf = (description: string) => text(100, description);

export const changedSince = timeOf(
  'Only what changed at or after this RFC 3339 date-time, such as 2026-01-31T00:00:00Z.',
);

const textOf = (description: string) => text(500, description);

export const name = textOf(
  'The start of the name: at least two characters, in any case, with or without accents.',
);

/** The JSON Schema of a list of records. */
export const RECORDS = { type: 'array', items: { type: 'object' } };

export const NEXT_CURSOR = {
  type: 'string',
  description: 'More follow: call again with it as `cursor`. Absent on the last page.',
};

/** @param description what it counts, and when it is null */
export const countOf = (description: string) => ({ type: ['integer', 'null'], description });

/** The members of a page. @param what the items, such as `people` */
export const pageOf = (what: string) => ({
  output: {
    totalCount: countOf(
      `The number of matching ${what} on all pages; null for more than 10,000 by name or time.`,
    ),
    items: RECORDS,
    nextCursor: NEXT_CURSOR,
  },
  optionalOutput: ['nextCursor'],
});

/** The members of a page of records that lookups of many values find. */
export const foundPageOf = (what: string) => {
  const { output, optionalOutput } = pageOf(what);
  const notFound = {
    type: 'array',
    items: { type: 'string' },
    description: 'The values, from the end of the previous page to the end of this one, that no record has.',
  };
  return { output: { ...output, notFound }, optionalOutput: [...optionalOutput, 'notFound'] };
};

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
