import type { DeliveryWithPayload } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { EventRecord, referencesOf } from '../../../parts/event-record.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SubmissionMessage } from '../../../parts/submission-message.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';
import { eventPath } from '../../../routing/event-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { useNames } from '../../records/use-names.ts';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryRequest } from './delivery-request.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';
import { useDelivery } from './use-delivery.ts';

interface FactProps {
  readonly delivery: DeliveryWithPayload;
}

interface DeliveryPageProps {
  readonly endpointId: string;
  readonly id: string;
}

/** The record of the event, by its name at that time. */
const DeliveredRecord = ({ delivery: { payload, eventType, resourceId } }: FactProps) => {
  const sent = payload?.['data'];
  const data: Readonly<Record<string, unknown>> =
    typeof sent === 'object' && sent !== null ? { ...sent } : { id: resourceId };
  const event = { type: eventType, data };
  return <EventRecord event={event} recordName={useNames(referencesOf(event))} />;
};

const factsOf = (delivery: DeliveryWithPayload): readonly (Fact | undefined)[] => [
  ['State', <DeliveryStateBadge key="state" state={delivery.state} />],
  delivery.reason === null ? undefined : ['Reason', delivery.reason],
  ['Time of the event', <Time key="time" at={delivery.eventTimestamp} isExact />],
  delivery.nextAttemptAt === null
    ? undefined
    : ['Next attempt', <Time key="next" at={delivery.nextAttemptAt} isExact />],
  [
    'Event',
    delivery.eventPosition === null ? (
      <code key="event">{delivery.eventId}</code>
    ) : (
      <a key="event" href={hrefOf(eventPath(delivery.eventPosition))}>
        {delivery.eventType}
      </a>
    ),
  ],
  ['Record', <DeliveredRecord key="record" delivery={delivery} />],
  ['Sequence', delivery.sequence],
];

/** One delivery: its attempts, its payload, and its replay. */
export const DeliveryPage = ({ endpointId, id }: DeliveryPageProps) => {
  const { api, announce } = useConsole();
  const loaded = useDelivery(id);
  const delivery = loaded.value;
  const replay = useSubmit(async (signal) => {
    await api.request('POST /deliveries/{id}/replay', { id }, signal);
    announce('Replayed the delivery.');
    loaded.follow();
  });
  return (
    <>
      <Breadcrumbs
        above={[
          ['Webhooks', WEBHOOKS_PATH],
          ['Endpoint', endpointPath(endpointId)],
        ]}
      />
      <PageHeading
        title={delivery?.eventType ?? 'Delivery'}
        lead="One event sent to this endpoint."
        action={
          delivery && (
            <div class="actions">
              <button type="button" onClick={loaded.reload}>
                Refresh
              </button>
              <button
                type="button"
                class="button-primary"
                aria-disabled={replay.isBusy || loaded.isAwaited}
                onClick={loaded.isAwaited ? undefined : replay.submit}
              >
                {loaded.isAwaited ? 'Waiting for the response …' : 'Replay'}
              </button>
            </div>
          )
        }
      />
      <SubmissionMessage submission={replay} busyLabel="Replaying …" />
      <LoadedMessage
        loaded={loaded}
        named={{ noun: 'delivery', view: ['Endpoint', endpointPath(endpointId)] }}
      />
      {delivery && (
        <>
          <Facts facts={factsOf(delivery)} />
          <Attempts delivery={delivery} />
          <DeliveryRequest request={delivery.request} />
        </>
      )}
    </>
  );
};
