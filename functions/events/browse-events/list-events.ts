import type { EVENT_ROUTES } from '../../../shared/contract/event-routes.ts';
import { matchesEvent } from '../../../shared/contract/event-types.ts';
import { invalidRequest } from '../../../shared/contract/problems.ts';
import { readEventsOfRecord } from '../../../shared/events/events-of-record.ts';
import {
  type FeedPosition,
  feedPosition,
  feedPositionText,
} from '../../../shared/events/feed/feed-position.ts';
import type { ReadEvent } from '../../../shared/events/feed/read-feed.ts';
import { readFeedBackwards } from '../../../shared/events/feed/read-feed-backwards.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { type HttpResponse, withSmaller } from '../../http/response.ts';

/** An event as the admin API shows it. */
export const viewOfEvent = ({ position, json }: Pick<ReadEvent, 'position' | 'json'>) => ({
  position: feedPositionText(position),
  event: JSON.parse(json),
});

interface Page {
  readonly items: readonly ReturnType<typeof viewOfEvent>[];
  readonly nextCursor?: string;
}

/** The events of the feed, or about one record, newest first. */
export const createListEvents =
  (reader: TableReader): AdminHandler<typeof EVENT_ROUTES.listEvents> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { types, kind, id, limit, cursor } = request.query;
    if ((kind === undefined) !== (id === undefined)) {
      const [parameter, other] = kind === undefined ? ['kind', 'id'] : ['id', 'kind'];
      throw invalidRequest([{ parameter, detail: `must be given with \`${other}\`, or both omitted` }]);
    }
    const patterns = [...types].sort();
    const scope = ['events', organizationId, kind, id, ...patterns];
    const query = {
      organizationId,
      before: positionOf(scope, cursor, feedPosition),
      limit,
      isWanted: (type: string) => patterns.length === 0 || matchesEvent(patterns, type),
      now: new Date(),
    };
    const page =
      kind === undefined || id === undefined
        ? await readFeedBackwards(reader, query)
        : await readEventsOfRecord(reader, { ...query, kind, id });

    const respond = (events: readonly ReadEvent[], next: FeedPosition | undefined): HttpResponse<Page> => {
      const following = nextPage(scope, next && feedPositionText(next), request);
      const body = { items: events.map(viewOfEvent), ...following.body };
      return withSmaller({ body, headers: following.headers }, events, (fewer) =>
        respond(fewer, fewer.at(-1)?.position),
      );
    };
    return respond(page.events, page.next);
  };
