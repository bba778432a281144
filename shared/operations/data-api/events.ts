import { EVENT_PATTERNS } from '../../contract/events/event-types.ts';
import { EVENT_DESCRIPTIONS, exampleEvent } from '../../contract/events/examples.ts';
import { CREATED_AT, EXAMPLE_PERSON, ORGANIZATION_ID } from '../../contract/records/examples.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { readersText, TRUNCATED } from './texts.ts';

/** A place in the feed to start at: only one may be given. */
const FEED_START = { onlyWith: ['limit', 'types'] } as const;

/** The operations of the data API on events. */
export const EVENT_ROUTES = {
  listEvents: {
    functionName: 'list-events',
    method: 'GET',
    path: '/v1/event',
    permission: 'event:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 1_000, default: 100 },
      cursor: { kind: 'cursor', ...FEED_START },
      from: { kind: 'enum', values: ['earliest', 'latest'], ...FEED_START },
      since: { kind: 'timestamp', ...FEED_START },
      types: { kind: 'set', values: EVENT_PATTERNS },
    },
    response: 'EventPage',
  },
  listEventTypes: {
    functionName: 'list-event-types',
    method: 'GET',
    path: '/v1/event-type',
    isRare: true,
    permission: null,
    query: {},
    response: 'EventTypeList',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentEventRoutes = (): DataDocumentation<typeof EVENT_ROUTES> => ({
  listEvents: {
    tag: 'Events',
    summary: 'List events',
    description:
      'Returns the changes of the organization as events, in one order without gaps, each exactly once, ' +
      'with the same ids and bodies as webhooks. Start with the `eventCursor` of a collection, `from` ' +
      'or `since`, and continue with `nextCursor`. A key receives the events of resources that it may ' +
      `read: those of ${readersText()}. ` +
      'Without `person.contact:read`, events show people and entries as the other operations do, and ' +
      '`previous` has only fields that look different.',
    problems: ['Gone'],
    parameters: {
      limit:
        'The maximum number of events per page. A page has fewer if they exceed the response size, or ' +
        'if many were skipped; `hasMore` says whether more follow.',
      cursor:
        'The `nextCursor` of the previous page, or the `eventCursor` of a collection. ' +
        'Valid with any `types` and `limit`, for as long as the events after it are kept: ' +
        '90 days in production and 30 in other stages by default, or less if the organization set a ' +
        'shorter period.',
      from:
        '`earliest` starts with the oldest event that is kept, and `latest` after the newest. ' +
        'The default is `earliest`.',
      since:
        'Starts with the first event that entered the feed at or after this RFC 3339 ' +
        `date-time. ${TRUNCATED}`,
      types:
        'Only events of these types, separated by commas or in repeated parameters: ' +
        'types such as `call_list.locked`, or all types of a resource such as `person.*`.',
    },
    examples: {
      page: {
        summary: 'A page, with more to follow',
        value: {
          items: [
            {
              id: '5d1f36a4-1f5e-8a53-b0a4-6a3b5c1f3f10',
              type: 'person.updated',
              organizationId: ORGANIZATION_ID,
              timestamp: CREATED_AT,
              sequence: 2,
              isSilent: false,
              data: EXAMPLE_PERSON,
              previous: { title: 'Buyer' },
            },
          ],
          nextCursor: 'q1Zx5uWbq0y3cXJ2MTIuMQ',
          hasMore: true,
        },
      },
    },
  },
  listEventTypes: {
    tag: 'Events',
    summary: 'List event types',
    description:
      'Returns every event type with its description, the permissions to subscribe to it, and a sample ' +
      'event. The samples are the same for every key and contain no customer data.',
    parameters: {},
    examples: {
      types: {
        summary: 'The first of the types',
        value: {
          items: [
            {
              type: 'person.created',
              description: EVENT_DESCRIPTIONS['person.created'],
              permissions: ['person:read', 'person:list'],
              example: exampleEvent('person.created'),
            },
          ],
        },
      },
    },
  },
});
