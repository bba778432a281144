import { readFitting } from '../bounds.ts';
import { defineTool } from '../tool.ts';
import { cursor, given, idOf, limitOf, pageOf, textOf, timeOf } from './inputs.ts';

export const findCalls = defineTool({
  name: 'find_calls',
  title: 'Find calls',
  description:
    'Finds calls that were made or taken, latest first, by at most one of `personId` (what was said to a ' +
    'person before), `companyId`, `callListId`, `agent` or `disposition`, and by the time they started. ' +
    'Give at least one input. Numbers, notes and recordings need person.contact:read. To count calls by ' +
    'disposition, use count_records.',
  permission: 'call:read',
  inputs: {
    personId: idOf('The calls with this person.'),
    companyId: idOf('The calls with this company.'),
    callListId: idOf('The calls from this call list.'),
    agent: textOf('The id or email address of who made or took the call.'),
    disposition: textOf('What came of it, as the source calls it, in any case.'),
    startedSince: timeOf('Calls that started at or after this RFC 3339 date-time.'),
    startedBefore: timeOf('Calls that started before this RFC 3339 date-time.'),
    limit: limitOf(20),
    cursor,
  },
  check: ({ personId, companyId, callListId, agent, disposition, startedSince, startedBefore }) => {
    const values = [personId, companyId, callListId, agent, disposition].filter((each) => each !== undefined);
    const isGiven = values.length > 0 || startedSince !== undefined || startedBefore !== undefined;
    return isGiven && values.length <= 1
      ? undefined
      : 'give one of `personId`, `companyId`, `callListId`, `agent` and `disposition`, or a time, or both';
  },
  ...pageOf('calls'),
  run: ({ limit, ...filters }, { api, call }) =>
    readFitting(
      limit,
      (limit) => api.calls({ ...given(filters), limit }, call),
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
