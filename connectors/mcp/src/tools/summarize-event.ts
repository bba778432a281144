import { cutText } from '../bounds.ts';
import type { FeedEvent } from '../data-api.ts';

/** Changed texts are shown up to this length. */
const SHOWN_CHARACTERS = 200;

/** Fields that change with every update and say nothing about it. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['changedAt', 'updatedAt']);

type Fields = Readonly<Record<string, unknown>>;

const shown = (value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return cutText(value, SHOWN_CHARACTERS);
  const json = JSON.stringify(value);
  return json.length <= SHOWN_CHARACTERS ? value : cutText(json, SHOWN_CHARACTERS);
};

/** What people call the record: the name of a person, company, list or file. */
const nameOf = (data: Fields): string | undefined => {
  const { firstName, lastName, name, fileName } = data;
  const parts = [firstName, lastName, name, fileName].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : cutText(parts.join(' '), SHOWN_CHARACTERS);
};

/** Ids of other records that an event's record belongs to. */
const RELATIONS = ['callListId', 'personId', 'companyId'] as const;

/**
 * An event without the record itself: what happened to which record, and the changed fields with both values.
 */
export const summarizeEvent = (event: FeedEvent): Fields => {
  const data: Fields = event.data;
  const previous: Fields = event.previous;
  const changed = Object.keys(previous).filter((field) => !BOOKKEEPING.has(field));
  return {
    type: event.type,
    timestamp: event.timestamp,
    recordId: data['id'],
    name: nameOf(data),
    ...Object.fromEntries(RELATIONS.map((relation) => [relation, data[relation]])),
    ...(event.isSilent ? { isSilent: true } : {}),
    changes: changed.map((field) => ({ field, from: shown(previous[field]), to: shown(data[field]) })),
  };
};
