import { isShownToKeys, missingForEvents } from '../../../shared/contract/events/event-permissions.ts';
import {
  EVENT_TYPES,
  type EventType,
  isEventPattern,
  matchesEvent,
} from '../../../shared/contract/events/event-types.ts';
import type { Permission } from '../../../shared/contract/keys/permissions.ts';
import { missingPermissions, ProblemError } from '../../../shared/contract/problems.ts';
import { readFeedHead } from '../../../shared/events/feed/feed-head.ts';
import type { EpochPosition, FeedPosition } from '../../../shared/events/feed/feed-position.ts';
import { findPosition } from '../../../shared/events/feed/find-position.ts';
import { type ReadEvent, readFeed } from '../../../shared/events/feed/read-feed.ts';
import { eventView } from '../../../shared/kinds/event-view.ts';
import type { EVENT_ROUTES } from '../../../shared/operations/data-api/events.ts';
import { handOverTime } from '../../../shared/records/collections/collection.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { entityTag } from '../../http/conditional-get.ts';
import type { DataHandler, DataRequest } from '../../http/data-api.ts';
import { seesContactDetails } from '../../http/data-principal.ts';
import { type FirstRead, feedCursor, feedPlace, feedScope, tableTag } from '../../http/event-cursor.ts';
import { positionOf } from '../../http/next-page.ts';
import { type HttpResponse, JsonText, withSmaller } from '../../http/response.ts';

type Request = DataRequest<typeof EVENT_ROUTES.listEvents>;

const NO_FEED_CURSOR =
  'must be the `nextCursor` of this operation or the `eventCursor` of a collection, from a key of the ' +
  'same organization; omit it and send `from` to start over';

const REREAD = 'Read the collections again, and continue with the `eventCursor` of their last pages.';

const expired = (parameter: 'cursor' | 'since'): ProblemError =>
  new ProblemError('cursor-expired', `The events at this \`${parameter}\` are no longer kept. ${REREAD}`);

const restored = (parameter: 'cursor' | 'since', at: string): ProblemError =>
  new ProblemError(
    'cursor-expired',
    `This \`${parameter}\` is from before ${at}, when the service was restored to an earlier moment: ` +
      `records may have changed back without an event. ${REREAD}`,
  );

/** Why events are missing since a position, a collection, or a time (`at` alone). */
const missing = async (
  reader: TableReader,
  organizationId: string,
  parameter: 'cursor' | 'since',
  { epoch, at, table }: Partial<Pick<EpochPosition, 'epoch'> & FirstRead>,
): Promise<ProblemError> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  const isBefore =
    (epoch !== undefined && epoch < head.epoch) ||
    (at !== undefined && at < head.epochAt) ||
    (table !== undefined && table !== tableTag());
  return isBefore && head.epoch > 0 ? restored(parameter, head.epochAt) : expired(parameter);
};

interface Start {
  readonly position: EpochPosition;
  /** The request's cursor, if it holds this position and not a time. */
  readonly cursor?: string | undefined;
}

/** Where the request starts. Throws `cursor-expired` if events since then are missing. */
const startOf = async (reader: TableReader, { principal, query }: Request, now: Date): Promise<Start> => {
  const { organizationId } = principal;
  const place = positionOf(feedScope(organizationId), query.cursor, feedPlace, NO_FEED_CURSOR);
  if (place !== undefined && 'chunk' in place) return { position: place, cursor: query.cursor };
  const read = place ?? (query.since === undefined ? undefined : { at: query.since });
  const parameter = place === undefined ? 'since' : 'cursor';
  if (place !== undefined && place.table !== tableTag()) {
    throw await missing(reader, organizationId, parameter, place);
  }
  const start = read && { since: place === undefined ? read.at : handOverTime(read.at), readAt: read.at };
  const position = await findPosition(reader, organizationId, start ?? query.from ?? 'earliest', now);
  if (position !== undefined) return { position };
  throw await missing(reader, organizationId, parameter, read ?? {});
};

/** The types to return. Throws `forbidden` for one that the key may not read. */
const typesOf = ({ principal: { permissions }, query }: Request): ReadonlySet<EventType> => {
  const patterns = query.types.size === 0 ? (['*'] as const) : [...query.types].filter(isEventPattern);
  const missing = patterns
    .map((pattern) => missingForEvents(pattern, permissions))
    .filter((permission) => permission !== undefined);
  if (missing.length > 0) throw missingPermissions([...new Set<Permission>(missing)], '`types`');
  return new Set(
    EVENT_TYPES.filter(
      (type) => matchesEvent(patterns, type) && missingForEvents(type, permissions) === undefined,
    ),
  );
};

export const createListEvents =
  ({ reader }: { readonly reader: TableReader }): DataHandler<typeof EVENT_ROUTES.listEvents, JsonText> =>
  async (request) => {
    const { principal, query, urlWith } = request;
    const { organizationId } = principal;
    const permissions = [...principal.permissions];
    const types = typesOf(request);
    const view = eventView(seesContactDetails(principal));
    // Events may expire while a start is searched for: one time decides which are kept.
    const now = new Date();
    const { position: start, cursor } = await startOf(reader, request, now);
    const page = await readFeed(reader, {
      organizationId,
      start,
      limit: query.limit,
      types,
      isWanted: ({ type, json }) => isShownToKeys(type, () => JSON.parse(json).data),
      now,
    });
    if (page === undefined) throw await missing(reader, organizationId, 'cursor', start);
    const { epoch } = page;

    const respond = (
      events: readonly ReadEvent[],
      next: FeedPosition,
      hasMore: boolean,
    ): HttpResponse<JsonText> => {
      const nextCursor =
        next === start && cursor !== undefined ? cursor : feedCursor(organizationId, { ...next, epoch });
      const items = events.map(({ type, json }) => view(type, json)).join(',');
      const url = hasMore ? urlWith('cursor', nextCursor, ['from', 'since']) : undefined;
      // Identifies the page without hashing it: events never change, and are only erased.
      const version = [start, nextCursor, hasMore, items.length, page.revisions, permissions];
      const response = {
        body: new JsonText(`{"items":[${items}],"nextCursor":"${nextCursor}","hasMore":${hasMore}}`),
        headers: {
          ETag: entityTag(JSON.stringify(version)),
          ...(url !== undefined && { Link: `<${url}>; rel="next"` }),
        },
      };
      return withSmaller(response, events, (fewer) => {
        const { chunk, index } = fewer.at(-1)?.position ?? next;
        return respond(fewer, { chunk, index: index + 1 }, true);
      });
    };
    return respond(page.events, page.next, page.hasMore);
  };
