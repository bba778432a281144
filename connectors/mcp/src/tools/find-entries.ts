import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import { readEntries, status } from './entries.ts';
import { cursor, given, idOf, limitOf, pageOf, timeOf } from './inputs.ts';

export const findEntries = defineTool({
  name: 'find_entries',
  title: 'Find call list entries',
  description:
    'Finds entries of call lists by exactly one of `personId` (which lists is a person on), `status`, ' +
    'or `nextCallBefore` (callbacks due: give the current time), the latter two in all lists or in one ' +
    'with `callListId`. Each has the name of its person as `personName`, if the API key may list ' +
    'people. Never propose to call an entry with the status do_not_call.',
  permission: 'call-list:read',
  inputs: {
    personId: idOf('The entries that call this person.'),
    status,
    nextCallBefore: timeOf('The next call is not later than this RFC 3339 date-time; the earliest first.'),
    callListId: idOf('Only of this list, with `status` or `nextCallBefore`.'),
    limit: limitOf(20),
    cursor,
  },
  check: ({ personId, status, nextCallBefore }) =>
    [personId, status, nextCallBefore].filter((each) => each !== undefined).length === 1
      ? undefined
      : 'give exactly one of `personId`, `status` and `nextCallBefore`',
  ...pageOf('entries'),
  run: ({ limit, ...filters }, tool) =>
    readFitting(
      limit,
      (limit) => readEntries({ ...given(filters), limit }, tool),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
