import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import { changedSince, cursor, given, limitOf, name, pageOf } from './inputs.ts';

const sortOf = ({ name, changedSince }: { name?: string | undefined; changedSince?: string | undefined }) => {
  if (name !== undefined) return undefined;
  return changedSince === undefined ? '-createdAt' : '-changedAt';
};

export const listCallLists = defineTool({
  name: 'list_call_lists',
  title: 'List call lists',
  description:
    'Lists the call lists, latest created first: id, name, creation time and whether it is locked; ' +
    'or finds those by `name` alone, sorted by name. Read the entries of one with read_call_list.',
  permission: 'call-list:read',
  inputs: {
    name,
    isLocked: { type: 'boolean', description: 'Only locked, or only unlocked, lists.' },
    changedSince,
    limit: limitOf(50),
    cursor,
  },
  ...pageOf('call lists'),
  run: ({ limit, ...filters }, { api, call }) =>
    readFitting(
      limit,
      // A lookup has its own order, and a list that is sorted by creation cannot be filtered by change.
      (limit) => api.callLists({ ...given({ ...filters, sort: sortOf(filters) }), limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
