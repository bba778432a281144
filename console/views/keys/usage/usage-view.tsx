import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
import type { KeyUsage, Usage } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { API_KEYS_PATH } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import type { ViewProps } from '../../view.ts';
import { sumKey } from './counts.ts';
import { KeyUsageTable } from './key-usage-table.tsx';
import { OutcomesByDay } from './outcomes-by-day.tsx';

export const USAGE_PATH = 'organization/developer/usage';

const SPANS = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;
type Span = keyof typeof SPANS;

const spanOf = (days = '7'): Span => (Object.hasOwn(SPANS, days) ? (days as Span) : '7');

const LEADS = {
  admin: 'How many requests succeeded, were refused and failed, per key and in all.',
  member: 'How many requests with your keys succeeded, were refused and failed.',
} as const;

const PAGE_SIZE = 25;

/** The start of what is counted, before which no request is kept. */
const startOf = ({ countedFrom }: Pick<Usage, 'countedFrom'>): string => `${countedFrom}T00:00:00.000Z`;

/** A row per day, for a spreadsheet. */
const daysOfKey = ({ days, ...key }: KeyUsage) =>
  days.map(({ date, metered, counts }) => ({ ...key, date, metered, ...counts }));

type UsageQuery = NonNullable<AdminInput<'GET /usage'>['query']>;

/** The usage of the organization's keys or of a member's own keys. */
export const UsageView = ({ query }: ViewProps) => {
  const { api, user } = useConsole();
  const place = { path: USAGE_PATH, query };
  const address = listAddress(place);
  const span = spanOf(address.filters['days']);
  const sorting = address.sortingFrom('-requests');
  const read: ReadPage<KeyUsage, Usage> = (cursor, signal) => {
    // The service rejects an order that it does not know.
    const sort = sorting.value as UsageQuery['sort'];
    const query = { days: Number(span), sort, cursor, limit: PAGE_SIZE };
    return api.request('GET /usage', { query }, signal);
  };
  const pages = useAddressedPages<KeyUsage, Usage>(read, place, [api]);
  const { page } = pages;
  return (
    <>
      <PageHeading
        title="Usage"
        lead={
          `${LEADS[user.role]} Days are in UTC, and outcomes are known for 30 of them; ` +
          'counts lag by up to two minutes.'
        }
      />
      <div class="toolbar">
        <Segments
          legend="Period"
          options={SPANS}
          value={span}
          onChange={(days) => address.change({ days: days === '7' ? undefined : days })}
        />
        <DownloadCsv
          name="usage"
          read={async (cursor, signal) => {
            const { items, nextCursor } = await read(cursor, signal);
            return { items: items.flatMap(daysOfKey), nextCursor };
          }}
        />
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          <EmptyState title="No keys yet" text="The usage of each key appears here. Create a key to start.">
            <a class="button" href={hrefOf(`${API_KEYS_PATH}/create`)}>
              Create a key
            </a>
          </EmptyState>
        }
      >
        {page && (
          <>
            <section class="section" aria-labelledby="all-keys">
              <h2 id="all-keys">All keys</h2>
              <OutcomesByDay
                days={page.total}
                caption="Requests with all keys per day"
                filters={{ after: startOf(page) }}
              />
            </section>
            <section class="section" aria-labelledby="per-key">
              <h2 id="per-key">Per key</h2>
              <KeyUsageTable keys={page.items.map(sumKey)} sorting={sorting} after={startOf(page)} />
            </section>
          </>
        )}
      </Collection>
    </>
  );
};
