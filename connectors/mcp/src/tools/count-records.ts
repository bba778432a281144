import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import { countOf, cursor, given, limitOf, NEXT_CURSOR } from './inputs.ts';

export const countRecords = defineTool({
  name: 'count_records',
  title: 'Count records by a value',
  description:
    'Counts people, companies, call list entries or calls by the values of a field, sorted by value: how ' +
    'many people each owner has, how many entries are pending. Prefer it over reading records to count ' +
    'them. People: `ownerId`, `tag` or `companyId`; companies: `ownerId` or `tag`; entries: `status` or ' +
    '`callListId`; calls: `disposition`, `companyId` or `callListId`. Needs the permission to list the ' +
    'records: person:list, company:list, call-list:read or call:read.',
  permission: null,
  inputs: {
    resource: {
      type: 'string',
      enum: ['person', 'company', 'call-list-entry', 'call'],
      description: 'The records to count.',
    },
    by: {
      type: 'string',
      enum: ['ownerId', 'tag', 'companyId', 'status', 'callListId', 'disposition'],
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
