import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import { SCHEMAS } from '../../kinds/derive/schema.ts';
import { byCleared } from '../../kinds/kinds.ts';
import { OWN_KINDS, type Pascal, PLAIN_KINDS, type PlainKind, pascalOf, snakeOf } from '../../kinds/names.ts';
import { fieldListSchema } from './field-schemas.ts';
import { SUPPRESSED_KINDS } from './suppression-limits.ts';

const nextCursor = z
  .string()
  .min(1)
  .optional()
  .describe('Send it as `cursor` to get the next page. Absent on the last page.');

const countSchema = z.int().min(0);

const kindSchema = z.enum(OWN_KINDS.map(snakeOf));

const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    totalCount: countSchema
      .nullable()
      .describe('The number of matches on all pages. `null` for more than are counted.'),
    items: z.array(item),
    nextCursor,
  });

/** Of people, companies and calls. */
export const notFound = z
  .array(z.string())
  .optional()
  .describe(
    'With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of ' +
      'the previous page to ' +
      'the end of this one, that no record has, as the request has them.',
  );

const entryCount = countSchema.describe('The exact number of entries, on all pages.');

const valueCountSchema = z.strictObject({
  value: z.string().describe('In the spelling of a record that has it.'),
  count: countSchema.describe('The number of records that have it.'),
});

const plainPageOf = <K extends PlainKind>(kind: K) => pageOf(SCHEMAS[kind]).extend({ notFound });

type PlainBodies = {
  readonly [K in PlainKind as `${Pascal<K>}Page`]: ReturnType<typeof plainPageOf<K>>;
} & { readonly [K in PlainKind as Pascal<K>]: (typeof SCHEMAS)[K] };

/** The success bodies of the operations on records, by schema name. */
export const RECORD_BODIES = {
  ...(Object.fromEntries(
    PLAIN_KINDS.flatMap((kind) => [
      [`${pascalOf(kind)}Page`, plainPageOf(kind)],
      [pascalOf(kind), SCHEMAS[kind]],
    ]),
  ) as object as PlainBodies),
  CallListPage: pageOf(SCHEMAS['call-list'].extend({ entryCount })).extend({
    entryTotal: countSchema
      .nullable()
      .describe('The exact number of entries of all call lists. `null` without `include=entryTotal`.'),
  }),
  CallListWithEntries: SCHEMAS['call-list'].extend({
    entryCount,
    matchCount: countSchema
      .nullable()
      .optional()
      .describe(
        'The number of entries with these statuses, on all pages; `null` for more than are counted. ' +
          'Only with `status`.',
      ),
    statusCounts: z
      .array(valueCountSchema)
      .nullable()
      .optional()
      .describe(
        'How many entries have each status, a few seconds behind; `null` before the first recount. ' +
          'Only with `include=statusCounts`.',
      ),
    entries: z.array(SCHEMAS['call-list-entry']).describe('Sorted by `position`.'),
    nextCursor,
  }),
  EntryOfPersonPage: z.strictObject({
    items: z.array(SCHEMAS['call-list-entry'].extend({ callList: SCHEMAS['call-list'] })),
    nextCursor,
  }),
  CountPage: z.strictObject({
    totalCount: countSchema
      .nullable()
      .describe(
        'The number of values, on all pages. `null` with `count=none`, and beyond 10,000 unless ' +
          '`count=exact`.',
      ),
    items: z.array(valueCountSchema),
    nextCursor,
  }),
  FieldList: fieldListSchema,
  SuppressionPage: z.strictObject({
    items: z.array(
      z.strictObject({
        id: uuidSchema.describe('A keyed hash of what is suppressed.'),
        kind: z
          .enum(SUPPRESSED_KINDS)
          .describe('`record` stands for a person or company, also one that was deleted since.'),
        sources: z.array(z.string().min(1)).describe('The sources whose imports forbid the calls.'),
        isManual: z.boolean().describe('Whether an admin or operator forbids them.'),
        addedAt: timestampSchema,
        addedBy: z.string().describe('The user, operator or importer that added it first.'),
      }),
    ),
    nextCursor,
  }),
  SuppressionOutcome: z.strictObject({
    changed: countSchema.describe('Entries of the list that were added or removed.'),
    records: countSchema.describe('People and companies that were changed.'),
    entries: countSchema.describe('Call list entries that lost their number.'),
    unmatched: z.array(z.string()).describe('The values that no person and no company has.'),
  }),
  DeletedRecord: z.strictObject({
    kind: kindSchema,
    id: uuidSchema,
    sequence: z
      .int()
      .min(1)
      .describe(
        'The `sequence` of the `….deleted` event. A record created again under this id continues from it.',
      ),
    deletedEntries: z
      .int()
      .min(0)
      .describe('The entries that were deleted with a call list; 0 for other records.'),
  }),
  ErasedPerson: z.strictObject({
    id: uuidSchema,
    was: z
      .enum(['stored', 'deleted', 'erased'])
      .describe('State before this request: `stored`, `deleted` or `erased`.'),
    sequence: z.int().min(1).describe('The `sequence` of `person.erased`.'),
    entries: countSchema.describe('Call list entries whose phone and note were removed.'),
    ...byCleared(({ title, clears }) =>
      countSchema.describe(`${title} whose fields ${clears.join(', ')} were cleared.`),
    ),
    events: countSchema.describe('Events that were removed from the feed.'),
    cancelledDeliveries: countSchema.describe('Pending deliveries that were cancelled.'),
    responses: countSchema.describe('Recorded responses of webhook endpoints that were removed.'),
    exports: countSchema.describe('Exports whose files were deleted.'),
    remaining: z
      .array(
        z.strictObject({
          place: z.string().min(1),
          days: z.int().min(1).nullable().describe('Null if no data remains there.'),
        }),
      )
      .describe('Where copies of the data remain, and for how many days at most.'),
  }),
} as const;
