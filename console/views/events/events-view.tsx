import type { PlacedEvent } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { NoMatch } from '../../parts/empty-state.tsx';
import { listAddress } from '../../parts/list-address.ts';
import { PageHeading, useHeadingFocus } from '../../parts/page-heading.tsx';
import { useAddressedPages } from '../../parts/use-pages.ts';
import { EVENTS_PATH, eventFiltersOf } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { NothingImported } from '../records/nothing-imported.tsx';
import type { ViewProps } from '../view.ts';
import { EventList } from './event-list.tsx';
import { EventPage } from './event-page.tsx';
import { FilterForm } from './filter-form.tsx';
import { LiveEvents } from './live-events.tsx';

const MAX_PAGE_SIZE = 50;

interface NoEventsProps {
  readonly isFiltered: boolean;
  /** The address that searches older events, if there are any. */
  readonly older: string | undefined;
}

const NoEvents = ({ isFiltered, older }: NoEventsProps) => {
  if (!isFiltered && older === undefined) {
    return <NothingImported title="No events yet" what="changes of people, companies and call lists" />;
  }
  const [title, text] =
    older === undefined
      ? ['No matching events', 'No stored event matches these filters.']
      : ['No recent events', 'None of the latest events match. Older ones may.'];
  return (
    <NoMatch title={title} text={text} href={hrefOf(EVENTS_PATH)}>
      {older !== undefined && (
        <a class="button" href={older}>
          Search older events
        </a>
      )}
    </NoMatch>
  );
};

type QueryProps = Pick<ViewProps, 'query'>;

const ListPage = ({ query }: QueryProps) => {
  const { api } = useConsole();
  const place = { path: EVENTS_PATH, query };
  const address = listAddress(place);
  const filters = eventFiltersOf(query);
  const read = (cursor: string | undefined, signal: AbortSignal, limit?: number) =>
    api.request('GET /events', { query: { ...filters, cursor, limit } }, signal);
  const pages = useAddressedPages<PlacedEvent>((cursor, signal) => read(cursor, signal), place, [api]);
  return (
    <>
      <PageHeading
        title="Events"
        lead="Every change of your people, companies and call lists, newest first."
        action={
          <div class="actions">
            <button type="button" onClick={pages.refresh}>
              Refresh
            </button>
            <DownloadCsv name="events" read={(cursor, signal) => read(cursor, signal, MAX_PAGE_SIZE)} />
            <a class="button" href={hrefOf(EVENTS_PATH, { types: query['types'], live: 'true' })}>
              Follow live
            </a>
          </div>
        }
      />
      <FilterForm address={address} error={pages.error} />
      <EventList
        pages={pages}
        whenEmpty={
          <NoEvents isFiltered={Object.keys(address.filters).length > 0} older={pages.place?.next} />
        }
      />
    </>
  );
};

const LivePage = ({ query }: QueryProps) => (
  <>
    <PageHeading
      title="Events"
      lead={
        `${query['types'] === undefined ? 'All new events' : `New events of ${query['types']}`}, as they ` +
        'happen.'
      }
      action={
        <a class="button" href={hrefOf(EVENTS_PATH, { types: query['types'] })}>
          Stop following
        </a>
      }
    />
    <LiveEvents key={query['types']} types={eventFiltersOf(query).types} />
  </>
);

/** The events of the organization, live or filtered, or one of them, depending on the address. */
export const EventsView = ({ rest, query }: ViewProps) => {
  const position = rest[0] === 'at' ? rest[1] : undefined;
  const isLive = query['live'] === 'true';
  useHeadingFocus(`${position}/${isLive}`);
  if (position !== undefined) return <EventPage key={position} position={position} />;
  return isLive ? <LivePage query={query} /> : <ListPage query={query} />;
};
