import { useState } from 'preact/hooks';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeading, useHeadingFocus } from '../../parts/page-heading.tsx';
import { EVENTS_PATH, filtersOf, queryOf } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { EventList, useEvents } from './event-list.tsx';
import { EventPage } from './event-page.tsx';
import { FilterForm } from './filter-form.tsx';

const NoEvents = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No matching events" text="No stored event matches these filters.">
      <a class="button" href={hrefOf(EVENTS_PATH)}>
        Show all events
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No events yet"
      text="Changes of people, companies and call lists appear here once you import data."
    />
  );

const ListPage = ({ rest }: Pick<ViewProps, 'rest'>) => {
  const [refreshes, setRefreshes] = useState(0);
  const filters = filtersOf(rest);
  const pages = useEvents(queryOf(filters), refreshes);
  return (
    <>
      <PageHeading
        title="Events"
        lead="Every change of your people, companies and call lists, newest first."
        action={
          <button type="button" onClick={() => setRefreshes(refreshes + 1)}>
            Refresh
          </button>
        }
      />
      <FilterForm key={rest.join('/')} filters={filters} error={pages.error} />
      <EventList pages={pages} whenEmpty={<NoEvents isFiltered={rest.length > 0} />} />
    </>
  );
};

/** The events of the organization, or one of them, depending on the address. */
export const EventsView = ({ rest }: ViewProps) => {
  const position = rest[0] === 'at' ? rest[1] : undefined;
  useHeadingFocus(position ?? '');
  return position === undefined ? <ListPage rest={rest} /> : <EventPage key={position} position={position} />;
};
