import { useState } from 'preact/hooks';
import type { Delivery, Endpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { hrefOf } from '../../../routing/route.ts';
import { ActionLink } from '../endpoint-actions.tsx';
import { deliveryPath } from '../webhook-paths.ts';
import { AttemptStatus } from './attempts.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';

const LastAnswer = ({ attempts, reason }: Delivery) => {
  const last = attempts.at(-1);
  return (
    <>
      {last === undefined ? <span class="muted">none</span> : <AttemptStatus attempt={last} />}
      {(last?.error ?? reason) !== null && <span class="block muted">{last?.error ?? reason}</span>}
    </>
  );
};

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Event',
    isHeading: true,
    render: ({ id, endpointId, eventType, resourceId }) => (
      <>
        <a class="line strong" href={hrefOf(deliveryPath(endpointId, id))}>
          {eventType}
        </a>
        <code class="line muted">{resourceId}</code>
      </>
    ),
  },
  { title: 'Time', render: ({ eventTimestamp }) => <Time at={eventTimestamp} isExact /> },
  { title: 'State', render: ({ state }) => <DeliveryStateBadge state={state} /> },
  { title: 'Attempts', render: ({ attemptCount }) => attemptCount },
  { title: 'Last response', render: LastAnswer },
  { title: 'Next attempt', render: ({ nextAttemptAt }) => <Time at={nextAttemptAt} none="none" /> },
];

const FILTERS = { all: 'All', failed: 'Failed', missed: 'Missed' } as const;
type Filter = keyof typeof FILTERS;

const EMPTY: Readonly<Record<Filter, readonly [string, string]>> = {
  all: [
    'No deliveries yet',
    'Deliveries appear here once an event occurs that the endpoint subscribes to. Send a test event to try it out.',
  ],
  failed: ['No failed deliveries', 'A delivery fails when none of its ten attempts in two days succeeds.'],
  missed: ['No missed deliveries', 'Events are missed while the endpoint is disabled.'],
};

/** The deliveries of an endpoint, newest event first. */
export const DeliveryList = ({ endpoint: { id, isEnabled } }: { readonly endpoint: Endpoint }) => {
  const { api } = useConsole();
  const [filter, setFilter] = useState<Filter>('all');
  const [refreshes, setRefreshes] = useState(0);
  const state = filter === 'all' ? undefined : filter;
  const pages = usePages<Delivery>(
    (cursor) => api.request('GET /webhook-endpoints/{id}/deliveries', { id, query: { state, cursor } }),
    [api, id, state, refreshes],
  );
  const [title, text] = EMPTY[filter];
  return (
    <section class="section" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div class="toolbar">
        <Segments legend="Which deliveries" options={FILTERS} value={filter} onChange={setFilter} />
        <div class="actions">
          <button type="button" onClick={() => setRefreshes(refreshes + 1)}>
            Refresh
          </button>
          {isEnabled && <ActionLink id={id} action="replay" />}
        </div>
      </div>
      <Collection pages={pages} whenEmpty={<EmptyState title={title} text={text} />}>
        <DataTable caption="Deliveries" columns={COLUMNS} items={pages.items} keyOf={(each) => each.id} />
      </Collection>
    </section>
  );
};
