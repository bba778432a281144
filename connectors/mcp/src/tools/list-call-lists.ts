import * as z from 'zod';
import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import { changedSince, cursor, given, limitOf, pageOf } from './inputs.ts';

export const listCallLists = defineTool({
  name: 'list_call_lists',
  title: 'List call lists',
  description:
    'Lists the call lists, latest created first: id, name, creation time and whether it is locked. Read the entries of one with read_call_list.',
  permission: 'call-list:read',
  inputs: {
    isLocked: z.boolean().optional().describe('Only locked, or only unlocked, lists.'),
    changedSince,
    limit: limitOf(50),
    cursor,
  },
  output: pageOf('call lists'),
  run: ({ limit, ...filters }, { api, call }) =>
    readFitting(
      limit,
      // A list that is sorted by creation cannot be filtered by change.
      (limit) =>
        api.callLists(
          {
            ...given(filters),
            limit,
            sort: filters.changedSince === undefined ? '-createdAt' : '-changedAt',
          },
          call,
        ),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
