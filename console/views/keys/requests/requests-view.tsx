import {
  DEFAULT_REQUEST_HOURS,
  REQUEST_DELAY_SECONDS,
  REQUEST_RETENTION_DAYS,
} from '../../../../shared/contract/request-limits.ts';
import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
import type { LoggedRequest } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState, NoMatch } from '../../../parts/empty-state.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { PageHeading, useHeadingFocus } from '../../../parts/page-heading.tsx';
import { useAddressedPages } from '../../../parts/use-pages.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { TRY_IT_PATH } from '../try-it/try-it-path.ts';
import { FilterForm } from './filter-form.tsx';
import { RequestPage } from './request-page.tsx';
import { REQUESTS_PATH, requestsHref } from './request-paths.ts';
import { RequestTable } from './request-table.tsx';

type RequestQuery = NonNullable<AdminInput<'GET /requests'>['query']>;

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

const RANGE = `Kept for ${REQUEST_RETENTION_DAYS} days; appear within ${REQUEST_DELAY_SECONDS / 60} minutes.`;

const LEADS = {
  admin: `What happened to each request with your organization’s keys, also to refused ones. ${RANGE}`,
  member: `What happened to each request with your keys, also to refused ones. ${RANGE}`,
} as const;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

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
    <a class="button" href={requestsHref({ ...filters, after: daysAgo(REQUEST_RETENTION_DAYS) })}>
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

const RequestList = ({ query }: Pick<ViewProps, 'query'>) => {
  const { api, user } = useConsole();
  const address = { path: REQUESTS_PATH, query };
  const { filters } = listAddress(address);
  // The service rejects filters that it does not know.
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
    api.request('GET /requests', { query: { ...(filters as RequestQuery), cursor, limit } }, signal);
  const pages = useAddressedPages<LoggedRequest>((...page) => read(PAGE_SIZE, ...page), address, [api]);
  return (
    <>
      <PageHeading
        title="Requests"
        lead={LEADS[user.role]}
        action={<DownloadCsv name="requests" read={(...page) => read(MAX_PAGE_SIZE, ...page)} />}
      />
      <FilterForm filters={filters} error={pages.error} />
      <Collection
        pages={pages}
        shownAtFields={['keyId', 'status', 'route', 'requestId', 'after', 'before']}
        whenEmpty={<NoRequests filters={filters} />}
      >
        <RequestTable requests={pages.items} />
      </Collection>
    </>
  );
};

/** The requests of the organization's keys or of a member's own keys, and the page of each. */
export const RequestsView = ({ rest: [id], query }: ViewProps) => {
  useHeadingFocus(id ?? '');
  return id === undefined ? <RequestList query={query} /> : <RequestPage key={id} id={id} />;
};
