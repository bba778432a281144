import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Delivery, EndpointDetails } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState, NoMatch } from '../../../parts/empty-state.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { type RecordAddress, segmentOfEvent } from '../../../routing/record-paths.ts';
import { dialogHref, hrefOf } from '../../../routing/route.ts';
import { useNames } from '../../records/use-names.ts';
import { ActionLink } from '../endpoint-actions.tsx';
import {
  DELIVERY_FILTERS,
  type DeliveryFilter,
  deliveriesHref,
  deliveryPath,
  endpointPath,
} from '../webhook-paths.ts';
import { AttemptStatus } from './attempts.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';

const LastAnswer = ({ attempts, reason }: Delivery) => {
  const last = attempts.at(-1);
  return (
    <>
      {last === undefined ? <span class="muted">none</span> : <AttemptStatus attempt={last} />}
      {(last?.error ?? reason) !== null && <span class="line muted">{last?.error ?? reason}</span>}
    </>
  );
};

const columnsOf = (record: (delivery: Delivery) => ComponentChildren): readonly Column<Delivery>[] => [
  {
    title: 'Event',
    isHeading: true,
    isClipped: true,
    render: (delivery) => (
      <>
        <a class="line strong" href={hrefOf(deliveryPath(delivery.endpointId, delivery.id))}>
          {delivery.eventType}
        </a>
        <span class="line muted">{record(delivery)}</span>
      </>
    ),
  },
  { title: 'Time', width: 'l', render: ({ eventTimestamp }) => <Time at={eventTimestamp} isExact /> },
  { title: 'State', width: 's', render: ({ state }) => <DeliveryStateBadge state={state} /> },
  { title: 'Attempts', width: 'xs', isNumeric: true, render: ({ attemptCount }) => attemptCount },
  { title: 'Last response', isClipped: true, render: LastAnswer },
  {
    title: 'Next attempt',
    width: 's',
    render: ({ nextAttemptAt }) => <Time at={nextAttemptAt} none="none" />,
  },
];

const MAX_PAGE_SIZE = 50;

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
    'Deliveries appear here once an event occurs that the endpoint subscribes to. ' +
      'Send a test event to try it out.',
  ],
  failed: ['No failed deliveries', 'The last attempt of every delivery succeeded.'],
  retrying: ['No retries', 'A delivery is retried for two days after its first attempt fails.'],
  missed: ['No missed deliveries', 'Events are missed while the endpoint is disabled.'],
};

/** The records of deliveries, by name if they have a page. */
const useRecords = (deliveries: readonly Delivery[]): ((delivery: Delivery) => ComponentChildren) => {
  const recordOf = ({ eventType, resourceId: id }: Delivery): RecordAddress | undefined => {
    const kind = segmentOfEvent(eventType);
    return kind && { kind, id };
  };
  const nameOf = useNames(deliveries.flatMap((each) => recordOf(each) ?? []));
  return (delivery) => {
    const record = recordOf(delivery);
    if (record === undefined) return <code>{delivery.resourceId}</code>;
    return <RecordLink {...record} text={nameOf(record)} />;
  };
};

interface DeliveryListProps {
  readonly endpoint: EndpointDetails;
  /** In the address, so that it can be linked to. */
  readonly filter: DeliveryFilter;
  /** The number of times that deliveries were sent or attempted: another one loads again. */
  readonly sendings: number;
  /** @param filter `undefined` for all */
  readonly onFilter: (filter: DeliveryFilter | undefined) => void;
}

/** The deliveries of an endpoint, newest event first. */
export const DeliveryList = ({
  endpoint: { id, isEnabled, undelivered },
  filter,
  sendings,
  onFilter,
}: DeliveryListProps) => {
  const { api } = useConsole();
  const read = (cursor: string | undefined, signal: AbortSignal, limit?: number) => {
    const query = { state: STATES[filter], cursor, limit };
    return api.request('GET /webhook-endpoints/{id}/deliveries', { id, query }, signal);
  };
  const pages = usePages<Delivery>((cursor, signal) => read(cursor, signal), [api, id, filter]);
  useEffect(() => {
    if (sendings > 0) pages.refresh();
  }, [sendings]);
  const recordOf = useRecords(pages.items);
  const [title, text] = EMPTY[filter];
  const { retrying, failed, missed } = undelivered ?? { retrying: 0, failed: 0, missed: 0 };
  return (
    <section class="section" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div class="toolbar">
        <Segments
          legend="Which deliveries"
          options={DELIVERY_FILTERS}
          value={filter}
          onChange={(chosen) => onFilter(chosen === 'all' ? undefined : chosen)}
        />
        <div class="actions">
          <button type="button" onClick={pages.refresh}>
            Refresh
          </button>
          <DownloadCsv name="deliveries" read={(cursor, signal) => read(cursor, signal, MAX_PAGE_SIZE)} />
          {isEnabled && (
            <>
              <ActionLink id={id} action="retry-all" count={retrying} />
              <ActionLink id={id} action="replay" count={retrying + failed + missed} />
            </>
          )}
        </div>
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          filter === 'all' ? (
            <EmptyState title={title} text={text}>
              {isEnabled && (
                <a class="button" href={dialogHref(`${endpointPath(id)}/test`)}>
                  Send the first test event
                </a>
              )}
            </EmptyState>
          ) : (
            <NoMatch title={title} text={text} href={deliveriesHref(id, 'all')} />
          )
        }
      >
        <DataTable
          caption="Deliveries"
          columns={columnsOf(recordOf)}
          items={pages.items}
          keyOf={(each) => each.id}
        />
      </Collection>
    </section>
  );
};
