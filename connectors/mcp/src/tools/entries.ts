import type { DataApi } from '../data-api.ts';
import { STATUSES } from '../kinds.ts';
import type { ToolCall } from '../tool.ts';

export const status = {
  type: 'array',
  items: { type: 'string', enum: STATUSES },
  minItems: 1,
  maxItems: STATUSES.length,
  description: 'Only entries with one of these statuses.',
} as const;

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
  const query = { id: ids, limit: ids.length, fields: ['firstName', 'lastName'] };
  const { items } = await api.find('person', query, call);
  return new Map(items.map((person) => [person.id, nameOf(person)]));
};

/** A page of the entries that a filter finds, each with the name of its person as `personName`. */
export const readEntries = async (query: Parameters<DataApi['entries']>[0], tool: ToolCall) => {
  const { items, ...page } = await tool.api.entries(query, tool.call);
  const names = await readNames(items, tool);
  return {
    ...page,
    items: items.map((entry) => ({ ...entry, personName: names.get(entry.personId ?? '') ?? null })),
  };
};
