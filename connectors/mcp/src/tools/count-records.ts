import { readFitting } from '../bounds.ts';
import { COUNTED } from '../kinds.ts';
import { defineTool } from '../tool.ts';
import { countOf, cursor, given, limitOf, NEXT_CURSOR } from './inputs.ts';

const COUNTS = Object.entries(COUNTED)
  .map(([kind, fields]) => `\`${kind}\` by ${fields.map((field) => `\`${field}\``).join(', ')}`)
  .join('; ');

export const countRecords = defineTool({
  name: 'count_records',
  title: 'Count records by a value',
  description:
    'Counts records by the values of a field, sorted by value: how many people each owner has, how many ' +
    `entries are pending. Prefer it over reading records to count them. ${COUNTS}. Needs the permission to ` +
    'list the records.',
  permission: null,
  inputs: {
    resource: {
      type: 'string',
      enum: Object.keys(COUNTED) as (keyof typeof COUNTED)[],
      description: 'The records to count.',
    },
    by: {
      type: 'string',
      enum: [...new Set(Object.values(COUNTED).flat())],
      description: 'The field by whose values they are counted.',
    },
    values: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 500 },
      minItems: 1,
      maxItems: 100,
      description: 'Only these values, in any case: 0 for one that no record has.',
    },
    limit: limitOf(100),
    cursor,
  },
  required: ['resource', 'by'],
  output: {
    totalCount: countOf('The number of values on all pages; null for too many to count.'),
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { value: { type: 'string' }, count: { type: 'integer' } },
        required: ['value', 'count'],
      },
    },
    nextCursor: NEXT_CURSOR,
  },
  optionalOutput: ['nextCursor'],
  inputNames: { value: 'values' },
  run: ({ resource, by, values, limit, cursor }, { api, call }) =>
    readFitting(
      limit,
      (limit) => api.counts({ resource, by, ...given({ value: values, cursor }), limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
