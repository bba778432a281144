import { readFitting } from '../bounds.ts';
import type { EventPattern } from '../data-api.ts';
import { RECORD_KINDS } from '../instructions.ts';
import { KINDS } from '../kinds.ts';
import { defineTool } from '../tool.ts';
import { given, limitOf, RECORDS, timeOf } from './inputs.ts';
import { summarizeEvent } from './summarize-event.ts';

/** A page of the feed can be empty although more follow: so many are read to find an event. */
const MAX_EMPTY_PAGES = 5;

const PATTERNS = Object.values(KINDS)
  .map(({ prefix }) => `\`${prefix}.*\``)
  .join(', ');

export const whatChangedSince = defineTool({
  name: 'what_changed_since',
  title: 'What changed since',
  description:
    `Lists what changed since a time, oldest first: created, updated, deleted and erased ${RECORD_KINDS}, ` +
    'with the changed fields, and finished imports. ' +
    'Send either `since` or `cursor`. While `hasMore` is true, call again with `nextCursor` as ' +
    '`cursor`. Keep the last `nextCursor` to ask later what happened after it.',
  permission: 'event:read',
  inputs: {
    since: timeOf('Changes at or after this RFC 3339 date-time, such as 2026-01-31T00:00:00Z.'),
    cursor: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'A `nextCursor`. Send it without `since`.',
    },
    types: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 50 },
      minItems: 1,
      maxItems: 30,
      description:
        'Only these event types, such as `call_list_entry.updated`, or all of a resource: ' +
        `${PATTERNS}, \`import.*\`. ` +
        'The default is all that the API key may read.',
    },
    limit: limitOf(50),
  },
  check: ({ since, cursor }) =>
    (since === undefined) === (cursor === undefined) ? 'Send either `since` or `cursor`.' : undefined,
  output: {
    events: RECORDS,
    nextCursor: { type: 'string', description: 'Continues after these events. Always present.' },
    hasMore: { type: 'boolean', description: 'Whether events follow already.' },
  },
  run: ({ since, cursor, types, limit }, { api, call }) =>
    readFitting(
      limit,
      async (limit) => {
        // The API names the valid types in its error.
        const filters = { limit, ...given({ types: types as EventPattern[] | undefined }) };
        let page = await api.events({ ...given({ since, cursor }), ...filters }, call);
        for (let read = 1; page.items.length === 0 && page.hasMore && read < MAX_EMPTY_PAGES; read++) {
          page = await api.events({ cursor: page.nextCursor, ...filters }, call);
        }
        return page;
      },
      ({ nextCursor, hasMore }, events) => ({ events, nextCursor, hasMore }),
      summarizeEvent,
    ),
});
