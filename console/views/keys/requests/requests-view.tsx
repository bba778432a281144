import {
  DEFAULT_REQUEST_HOURS,
  REQUEST_DELAY_SECONDS,
  REQUEST_RETENTION_DAYS,
} from '../../../../shared/contract/request-limits.ts';
import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
import type { LoggedRequest, RequestPage as RequestPageBody } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState, NoMatch } from '../../../parts/empty-state.tsx';
import { type ListAddress, listAddress } from '../../../parts/list-address.ts';
import { PageHeading, useHeadingFocus } from '../../../parts/page-heading.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { DATE_AND_TIME, timeZoneName } from '../../../parts/time-zone.ts';
import { useAddressedPages } from '../../../parts/use-pages.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { TRY_IT_PATH } from '../try-it/try-it-path.ts';
import { ErrorKinds } from './error-kinds.tsx';
import { FilterForm, SHOW } from './filter-form.tsx';
import { RequestPage } from './request-page.tsx';
import { REQUEST_FILTERS, REQUESTS_PATH, requestsHref } from './request-paths.ts';
import { RequestTable } from './request-table.tsx';

type RequestQuery = NonNullable<AdminInput<'GET /requests'>['query']>;

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

const RANGE = `Kept for ${REQUEST_RETENTION_DAYS} days; appear within ${REQUEST_DELAY_SECONDS / 60} minutes.`;

const LEADS = {
  admin: `What happened to each request with your organization’s keys, also to refused ones. ${RANGE}`,
  member: `What happened to each request with your keys, also to refused ones. ${RANGE}`,
} as const;

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** What to do about an empty list: look further back, clear the filters, or send the first request. */
const NoRequests = ({ filters }: { readonly filters: Query }) => {
  const { after, requestId, ...others } = filters;
  const isWholePeriod = after !== undefined || requestId !== undefined;
  const isFiltered = requestId !== undefined || Object.keys(others).length > 0;
  const state = isWholePeriod
    ? {
        title: 'No requests',
        text: isFiltered ? 'No request matches these filters.' : 'No key was used since then.',
      }
    : {
        title: `No requests in ${DEFAULT_REQUEST_HOURS} hours`,
        text: 'Without a start, one day is searched.',
      };
  const further = !isWholePeriod && (
    <a class="button" href={requestsHref({ ...filters, after: hoursAgo(REQUEST_RETENTION_DAYS * 24) })}>
      Search {REQUEST_RETENTION_DAYS} days
    </a>
  );
  if (isFiltered) {
    return (
      <NoMatch {...state} href={requestsHref({})}>
        {further}
      </NoMatch>
    );
  }
  return (
    <EmptyState {...state}>
      <div class="actions empty-actions">
        {further}
        <a class="button" href={hrefOf(TRY_IT_PATH)}>
          Try it
        </a>
      </div>
    </EmptyState>
  );
};

/** Lengths of ranges to choose from, which end now. */
const PRESETS = [
  ['Last hour', 1],
  ['24 hours', 24],
  ['7 days', 7 * 24],
  [`${REQUEST_RETENTION_DAYS} days`, REQUEST_RETENTION_DAYS * 24],
] as const;

interface RangeProps {
  readonly address: ListAddress;
  readonly searched: Pick<RequestPageBody, 'from' | 'to'> | undefined;
}

/** The range that is searched, and others to choose. */
const Range = ({ address, searched }: RangeProps) => (
  <div class="toolbar">
    <span class="actions">
      {PRESETS.map(([name, hours]) => (
        <a
          key={name}
          class="button button-small"
          href={address.hrefWith({ after: hoursAgo(hours), before: undefined })}
        >
          {name}
        </a>
      ))}
    </span>
    {searched !== undefined && (
      <p class="muted toolbar-note">
        Searched {DATE_AND_TIME.format(new Date(searched.from))} to{' '}
        {DATE_AND_TIME.format(new Date(searched.to))} ({timeZoneName()})
      </p>
    )}
  </div>
);

const SHOWN = { requests: 'Requests', errors: 'Errors' } as const;

const RequestList = ({ query }: Pick<ViewProps, 'query'>) => {
  const { api, user } = useConsole();
  const place = { path: REQUESTS_PATH, query };
  const address = listAddress(place);
  const { [SHOW]: show, ...filters } = address.filters;
  const showsErrors = show === 'errors';
  // The service rejects filters that it does not know.
  const request = (more: RequestQuery, signal: AbortSignal) =>
    api.request('GET /requests', { query: { ...(filters as RequestQuery), ...more } }, signal);
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
    request({ cursor, limit, ...(limit === 0 && { include: ['errors'] }) }, signal);
  const pages = useAddressedPages<LoggedRequest, RequestPageBody>(
    (cursor, signal) => read(showsErrors ? 0 : PAGE_SIZE, cursor, signal),
    place,
    [api],
  );
  return (
    <>
      <PageHeading
        title="Requests"
        lead={LEADS[user.role]}
        action={<DownloadCsv name="requests" read={(...page) => read(MAX_PAGE_SIZE, ...page)} />}
      />
      <FilterForm address={address} error={pages.error} />
      <div class="toolbar">
        <Segments
          legend="Show"
          options={SHOWN}
          value={showsErrors ? 'errors' : 'requests'}
          onChange={(chosen) => address.change({ [SHOW]: chosen === 'errors' ? chosen : undefined })}
        />
      </div>
      <Range address={address} searched={pages.page} />
      <Collection
        pages={pages}
        shownAtFields={REQUEST_FILTERS}
        isEmpty={showsErrors ? pages.page === undefined : pages.items.length === 0}
        whenEmpty={<NoRequests filters={filters} />}
      >
        {showsErrors ? (
          pages.page && <ErrorKinds errors={pages.page.errors} address={address} />
        ) : (
          <RequestTable requests={pages.items} />
        )}
      </Collection>
    </>
  );
};

/** The requests of the organization's keys or of a member's own keys, and the page of each. */
export const RequestsView = ({ rest: [id], query }: ViewProps) => {
  useHeadingFocus(id ?? '');
  return id === undefined ? <RequestList query={query} /> : <RequestPage key={id} id={id} />;
};
