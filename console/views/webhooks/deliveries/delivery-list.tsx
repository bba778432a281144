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
import { DELIVERY_FILTERS, type DeliveryFilter, deliveryPath, endpointPath } from '../webhook-paths.ts';
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

/** `failed` goes by the last attempt, as `retrying` does. */
const STATES = {
  all: undefined,
  failed: ['retrying', 'failed'],
  retrying: ['retrying'],
  missed: ['missed'],
} as const satisfies Record<DeliveryFilter, readonly Delivery['state'][] | undefined>;

const EMPTY: Readonly<Record<DeliveryFilter, readonly [string, string]>> = {
  all: [
    'No deliveries yet',
    'Deliveries appear here once an event occurs that the endpoint subscribes to. Send a test event to try it out.',
  ],
  failed: ['No failed deliveries', 'The last attempt of every delivery succeeded.'],
  retrying: ['No retries', 'A delivery is retried for two days after its first attempt fails.'],
  missed: ['No missed deliveries', 'Events are missed while the endpoint is disabled.'],
};

interface DeliveryListProps {
  readonly endpoint: Endpoint;
  /** In the address, so that it can be linked to. */
  readonly filter: DeliveryFilter;
}

/** The deliveries of an endpoint, newest event first. */
export const DeliveryList = ({ endpoint: { id, isEnabled }, filter }: DeliveryListProps) => {
  const { api } = useConsole();
  const [refreshes, setRefreshes] = useState(0);
  const pages = usePages<Delivery>(
    (cursor) =>
      api.request('GET /webhook-endpoints/{id}/deliveries', { id, query: { state: STATES[filter], cursor } }),
    [api, id, filter, refreshes],
  );
  const [title, text] = EMPTY[filter];
  return (
    <section class="section" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div class="toolbar">
        <Segments
          legend="Which deliveries"
          options={DELIVERY_FILTERS}
          value={filter}
          onChange={(chosen) => {
            location.hash = hrefOf(endpointPath(id, chosen));
          }}
        />
        <div class="actions">
          <button type="button" onClick={() => setRefreshes(refreshes + 1)}>
            Refresh
          </button>
          {isEnabled && (
            <>
              <ActionLink path={endpointPath(id, filter)} action="retry-all" />
              <ActionLink path={endpointPath(id, filter)} action="replay" />
            </>
          )}
        </div>
      </div>
      <Collection pages={pages} whenEmpty={<EmptyState title={title} text={text} />}>
        <DataTable caption="Deliveries" columns={COLUMNS} items={pages.items} keyOf={(each) => each.id} />
      </Collection>
    </section>
  );
};
