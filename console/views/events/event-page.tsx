import { readEndpoints } from '../../api/read-all.ts';
import type { Delivery, EventWithDeliveries } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DownloadRows } from '../../parts/download-csv.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EventRecord, referencesOf } from '../../parts/event-record.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ImportLink } from '../../parts/import-link.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { SecretValue } from '../../parts/secret-value.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { EVENTS_PATH } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { useNames } from '../records/use-names.ts';
import { DeliveryStateBadge } from '../webhooks/deliveries/delivery-state.tsx';
import { deliveryPath, WEBHOOKS_PATH } from '../webhooks/webhook-paths.ts';

const NamedRecord = ({ event }: Pick<EventWithDeliveries, 'event'>) => (
  <EventRecord event={event} recordName={useNames(referencesOf(event))} />
);

const factsOf = ({ position, event, ...rest }: EventWithDeliveries): readonly (Fact | undefined)[] => [
  ['Time', <Time key="time" at={event.timestamp} isExact />],
  ['Record', <NamedRecord key="record" event={event} />],
  rest.import ? ['Import', <ImportLink key="import" {...rest.import} />] : undefined,
  ['Sequence', event.sequence],
  ['Event id', <code key="id">{event.id}</code>],
  ['Position in the feed', position],
  event.isSilent ? ['Webhooks', 'not sent: imported silently'] : undefined,
];

/** @param urls of endpoints by id */
const columnsOf = (urls: ReadonlyMap<string, string>): readonly Column<Delivery>[] => [
  {
    title: 'Endpoint',
    isHeading: true,
    isClipped: true,
    render: ({ id, endpointId }) => (
      <a href={hrefOf(deliveryPath(endpointId, id))}>{urls.get(endpointId) ?? endpointId}</a>
    ),
  },
  { title: 'State', width: 's', render: ({ state }) => <DeliveryStateBadge state={state} /> },
  { title: 'Attempts', width: 's', isNumeric: true, render: ({ attemptCount }) => attemptCount },
  {
    title: 'Next attempt',
    width: 'm',
    render: ({ nextAttemptAt }) => <Time at={nextAttemptAt} none="none" />,
  },
];

const Deliveries = ({ deliveries }: Pick<EventWithDeliveries, 'deliveries'>) => {
  const { api } = useConsole();
  const endpoints = useLoad((signal) => readEndpoints(api, signal), [api]);
  const urls = new Map(endpoints.value?.map(({ id, url }) => [id, url]));
  return (
    <section class="section" aria-labelledby="deliveries">
      <div class="section-heading">
        <h2 id="deliveries">Webhook deliveries</h2>
        {deliveries.length > 0 && <DownloadRows name="deliveries-of-event" rows={deliveries} />}
      </div>
      {deliveries.length === 0 ? (
        <EmptyState
          title="No deliveries"
          text="No webhook endpoint subscribed to this event when it happened."
        >
          <a class="button" href={hrefOf(WEBHOOKS_PATH)}>
            Webhook endpoints
          </a>
        </EmptyState>
      ) : (
        <DataTable
          caption="Webhook deliveries"
          columns={columnsOf(urls)}
          items={deliveries}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
};

/** One event: its JSON and its webhook deliveries. */
export const EventPage = ({ position }: { readonly position: string }) => {
  const { api } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /events/{position}', { id: position }, signal),
    [api, position],
  );
  const found = loaded.value;
  return (
    <>
      <Breadcrumbs above={[['Events', EVENTS_PATH]]} />
      <PageHeading title={found?.event.type ?? 'Event'} lead="One event, as webhooks and the feed show it." />
      <LoadedMessage loaded={loaded} named={{ noun: 'event', view: ['Events', EVENTS_PATH] }} />
      {found && (
        <>
          <Facts facts={factsOf(found)} />
          <Deliveries deliveries={found.deliveries} />
          <section class="section" aria-labelledby="json">
            <h2 id="json">Event</h2>
            <SecretValue label="JSON" what="JSON" value={JSON.stringify(found.event, null, 2)} />
          </section>
        </>
      )}
    </>
  );
};
