import { readFitting } from '../bounds.ts';
import type { CallListEntry } from '../data-api.ts';
import { defineTool } from '../tool.ts';
import { readEntries, status } from './entries.ts';
import { countOf, cursor, given, idOf, RECORDS as LIST, limitOf, NEXT_CURSOR } from './inputs.ts';

const RECORDS = ['person', 'company'] as const;
const INCLUSIONS = [...RECORDS, 'callability'] as const;

export const readCallList = defineTool({
  name: 'read_call_list',
  title: 'Read a call list',
  description:
    'Reads a call list and its entries by position: number to call, status, attempts, last disposition, ' +
    'next call, note, and the person and company of each entry. Omit the records with `include`: ' +
    '[] to get more entries per answer. With `status` it finds entries by status instead, without ' +
    '`include`: each then has the name of its person as `personName`, if the API key may list people. ' +
    'Never propose to call an entry with the status do_not_call, or a person or number with ' +
    '`doNotCall`: true, or one whose `callability` is there and not `callableNow`: true.',
  permission: 'call-list:read',
  inputs: {
    id: idOf('The id of the call list.'),
    include: {
      type: 'array',
      items: { type: 'string', enum: INCLUSIONS },
      maxItems: 10,
      description:
        'What to add to each entry. The default is all records that the API key may read. ' +
        '`callability` adds whether and when the number may be called, if the service has it.',
    },
    status,
    limit: limitOf(20),
    cursor,
  },
  required: ['id'],
  check: ({ include, status }) =>
    include === undefined || status === undefined ? undefined : 'give either `include` or `status`',
  output: {
    callList: { type: 'object' },
    entryCount: countOf(
      'The number of entries on all pages; with `status`, of those found, or null for too many to count.',
    ),
    entries: LIST,
    nextCursor: NEXT_CURSOR,
  },
  optionalOutput: ['nextCursor'],
  run: ({ id, limit, include, status, cursor }, tool) => {
    const { api, permissions, call } = tool;
    const inclusions: readonly (typeof INCLUSIONS)[number][] =
      include ?? RECORDS.filter((record) => permissions.has(`${record}:read`));
    const query = given({ cursor, include: inclusions.length > 0 ? [...new Set(inclusions)] : undefined });
    return readFitting(
      limit,
      async (limit) => {
        if (status !== undefined) {
          const [list, { items, totalCount, nextCursor }] = await Promise.all([
            api.callList(id, { limit: 1 }, call),
            readEntries({ callListId: id, status, ...given({ cursor }), limit }, tool),
          ]);
          const { entries: _, entryCount: __, nextCursor: ___, ...callList } = list;
          return { items, entryCount: totalCount, nextCursor, callList };
        }
        const { entries, entryCount, nextCursor, ...callList } = await api.callList(
          id,
          { ...query, limit },
          call,
        );
        return { items: entries, entryCount, nextCursor, callList };
      },
      ({ callList, entryCount, nextCursor }, entries) => ({
        callList,
        entryCount,
        entries,
        ...given({ nextCursor }),
      }),
      // The same for all entries.
      ({ callListId: _, ...entry }: CallListEntry) => entry,
    );
  },
});
