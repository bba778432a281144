import * as z from 'zod';
import { readFitting } from '../bounds.ts';
import type { DataApi } from '../data-api.ts';
import { defineTool, type ToolCall } from '../tool.ts';
import { cursor, given, id, limitOf, pageOf, time } from './inputs.ts';

const STATUSES = [
  'pending',
  'in_progress',
  'callback',
  'completed',
  'skipped',
  'exhausted',
  'do_not_call',
] as const;

type Entry = Awaited<ReturnType<DataApi['entries']>>['items'][number];

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  [firstName, lastName].filter((part) => part !== null).join(' ');

/** The names of the people whom entries call, by id: none if the key may not list people. */
const readNames = async (
  entries: readonly Entry[],
  { api, permissions, call }: ToolCall,
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(entries.flatMap(({ personId }) => personId ?? []))];
  if (ids.length === 0 || !permissions.has('person:list')) return new Map();
  const { items } = await api.people({ id: ids, limit: ids.length, fields: ['firstName', 'lastName'] }, call);
  return new Map(items.map((person) => [person.id, nameOf(person)]));
};

export const findEntries = defineTool({
  name: 'find_entries',
  title: 'Find call list entries',
  description:
    'Finds entries of call lists by exactly one of `personId` (which lists is a person on), `status`, or `nextCallBefore` (callbacks due: give the current time), the latter two in all lists or in one with `callListId`. Each has the name of its person as `personName`, if the API key may list people. Never propose to call an entry with the status do_not_call.',
  permission: 'call-list:read',
  inputs: {
    personId: id.optional().describe('The entries that call this person.'),
    status: z
      .array(z.enum(STATUSES))
      .min(1)
      .max(STATUSES.length)
      .optional()
      .describe('Any of these statuses.'),
    nextCallBefore: time
      .optional()
      .describe('The next call is not later than this RFC 3339 date-time; the earliest first.'),
    callListId: id.optional().describe('Only of this list, with `status` or `nextCallBefore`.'),
    limit: limitOf(20),
    cursor,
  },
  check: ({ personId, status, nextCallBefore }) =>
    [personId, status, nextCallBefore].filter((each) => each !== undefined).length === 1
      ? undefined
      : 'give exactly one of `personId`, `status` and `nextCallBefore`',
  output: pageOf('entries'),
  run: ({ limit, ...filters }, tool) =>
    readFitting(
      limit,
      async (limit) => {
        const { items, ...page } = await tool.api.entries({ ...given(filters), limit }, tool.call);
        const names = await readNames(items, tool);
        return {
          ...page,
          items: items.map((entry) => ({ ...entry, personName: names.get(entry.personId ?? '') ?? null })),
        };
      },
      ({ totalCount, nextCursor }, items) => ({ totalCount, items, ...given({ nextCursor }) }),
    ),
});
