import { encodeCursor } from '../../../shared/contract/cursor.ts';
import { EVENT_TYPES, matchesEvent } from '../../../shared/contract/events/event-types.ts';
import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { readEventsOfRecord } from '../../../shared/events/events-of-record.ts';
import type { FeedEvent } from '../../../shared/events/feed/feed-chunk.ts';
import {
  epochPosition,
  epochPositionText,
  type FeedPosition,
  feedPosition,
  feedPositionText,
} from '../../../shared/events/feed/feed-position.ts';
import { findPosition } from '../../../shared/events/feed/find-position.ts';
import { type ReadEvent, readFeed } from '../../../shared/events/feed/read-feed.ts';
import { readFeedBackwards } from '../../../shared/events/feed/read-feed-backwards.ts';
import { readMarkedImports } from '../../../shared/imports/marked-imports.ts';
import type { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { type HttpResponse, withSmaller } from '../../http/response.ts';

type Request = Parameters<AdminHandler<typeof EVENT_ROUTES.listEvents>>[0];

/** Returns how the admin API shows some events, with the imports that made them. Only admins see imports. */
export const viewOfEvents = async (
  reader: TableReader,
  { organizationId, role }: Pick<Request['principal'], 'organizationId' | 'role'>,
  events: readonly Pick<ReadEvent, 'json' | 'mark'>[],
) => {
  const parsed = new Map(events.map(({ json }) => [json, JSON.parse(json)]));
  const marked = events.flatMap(({ json, mark }) =>
    mark === undefined || role !== 'admin' ? [] : { mark, at: parsed.get(json).timestamp },
  );
  const importOf = await readMarkedImports(reader, organizationId, marked);
  return ({ position, json, mark }: Omit<ReadEvent, 'type'>) => ({
    position: feedPositionText(position),
    event: parsed.get(json),
    import: importOf(mark),
  });
};

interface Page {
  readonly items: readonly ReturnType<Awaited<ReturnType<typeof viewOfEvents>>>[];
  readonly nextCursor?: string;
  readonly hasMore: boolean;
}

/**
 * How long after an event it may be appended to the feed, in milliseconds: an alarm reports a feed that is
 * further behind. Later ones are missing from lists that end before their append.
 */
const LONGEST_LAG = 15 * 60_000;

/** The patterns of the types that a request asks for. No pattern matches an undeclared kind. */
const patternsOf = ({ query: { types } }: Request): readonly string[] =>
  types.size === 0 ? ['*'] : [...types];

/** Whether an event is of the types and in the time that a request asks for. */
const selectionOf = (request: Request): ((event: FeedEvent) => boolean) => {
  const { after, before } = request.query;
  const patterns = patternsOf(request);
  return ({ type, json }) => {
    if (!matchesEvent(patterns, type)) return false;
    if (after === undefined && before === undefined) return true;
    const { timestamp } = JSON.parse(json);
    return (after === undefined || timestamp > after) && (before === undefined || timestamp < before);
  };
};

/** Where a list begins, newest first: before this position. `undefined` for the end of the feed. */
const startOf = async (
  reader: TableReader,
  organizationId: string,
  before: string | undefined,
  now: Date,
): Promise<FeedPosition | undefined> => {
  if (before === undefined) return undefined;
  const since = timestampOf(new Date(Date.parse(before) + LONGEST_LAG));
  // Without a position, all events of that time have expired.
  return (await findPosition(reader, organizationId, { since }, now)) ?? { chunk: 1, index: 0 };
};

/** The events that follow a cursor, oldest first; without one, none, and where to continue. */
const followFeed = async (reader: TableReader, request: Request): Promise<HttpResponse<Page>> => {
  const { organizationId } = request.principal;
  const { types, limit, cursor } = request.query;
  const now = new Date();
  const scope = ['events-tail', organizationId, ...[...types].sort()];
  const start =
    positionOf(scope, cursor, epochPosition) ?? (await findPosition(reader, organizationId, 'latest', now));
  const wanted = new Set(EVENT_TYPES.filter((type) => matchesEvent(patternsOf(request), type)));
  const isWanted = selectionOf(request);
  const page =
    start && (await readFeed(reader, { organizationId, start, limit, types: wanted, isWanted, now }));
  if (page === undefined) {
    throw new ProblemError(
      'cursor-expired',
      'The events after this cursor have expired, or the service was restored to an earlier moment. Omit ' +
        'it to start over.',
    );
  }
  const viewOf = await viewOfEvents(reader, request.principal, page.events);
  const respond = (
    events: readonly ReadEvent[],
    next: FeedPosition,
    hasMore: boolean,
  ): HttpResponse<Page> => {
    const nextCursor = encodeCursor(scope, epochPositionText({ ...next, epoch: page.epoch }));
    const body = { items: events.map(viewOf), nextCursor, hasMore };
    return withSmaller({ body }, events, (fewer) => {
      const last = fewer.at(-1)?.position;
      return respond(fewer, last === undefined ? next : { ...last, index: last.index + 1 }, true);
    });
  };
  return respond(page.events, page.next, page.hasMore);
};

/** The events of the feed, or about one record, newest first; or the new ones, oldest first. */
export const createListEvents =
  (reader: TableReader) =>
  async (request: Request): Promise<HttpResponse<Page>> => {
    const { organizationId } = request.principal;
    const { types, kind, id, after, before, tail, limit, cursor } = request.query;
    if ((kind === undefined) !== (id === undefined)) {
      const [parameter, other] = kind === undefined ? ['kind', 'id'] : ['id', 'kind'];
      throw invalidRequest([{ parameter, detail: `must be given with \`${other}\`, or both omitted` }]);
    }
    if (tail === true) return followFeed(reader, request);
    const scope = ['events', organizationId, kind, id, after, before, ...[...types].sort()];
    const now = new Date();
    const place = positionOf(scope, cursor, feedPosition);
    const query = {
      organizationId,
      before: place ?? (await startOf(reader, organizationId, before, now)),
      after,
      limit,
      isWanted: selectionOf(request),
      now,
    };
    const page =
      kind === undefined || id === undefined
        ? await readFeedBackwards(reader, query)
        : await readEventsOfRecord(reader, { ...query, kind, id });

    const viewOf = await viewOfEvents(reader, request.principal, page.events);
    const respond = (events: readonly ReadEvent[], next: FeedPosition | undefined): HttpResponse<Page> => {
      const following = nextPage(scope, next && feedPositionText(next), request);
      const body = { items: events.map(viewOf), ...following.body, hasMore: next !== undefined };
      return withSmaller({ body, headers: following.headers }, events, (fewer) =>
        respond(fewer, fewer.at(-1)?.position),
      );
    };
    return respond(page.events, page.next);
  };
