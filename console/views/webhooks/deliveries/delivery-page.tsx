import type { DeliveryWithPayload } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { ProblemMessage } from '../../../parts/problem-message.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';
import { useDelivery } from './use-delivery.ts';

interface DeliveryPageProps {
  readonly endpointId: string;
  readonly id: string;
}

const factsOf = (delivery: DeliveryWithPayload): readonly (Fact | undefined)[] => [
  ['State', <DeliveryStateBadge key="state" state={delivery.state} />],
  delivery.reason === null ? undefined : ['Reason', delivery.reason],
  ['Time of the event', <Time key="time" at={delivery.eventTimestamp} isExact />],
  delivery.nextAttemptAt === null
    ? undefined
    : ['Next attempt', <Time key="next" at={delivery.nextAttemptAt} isExact />],
  ['Event', <code key="event">{delivery.eventId}</code>],
  ['Resource', <code key="resource">{delivery.resourceId}</code>],
  ['Sequence', delivery.sequence],
];

const Payload = ({ payload }: { readonly payload: unknown }) =>
  payload === null ? (
    <p class="muted">The event is no longer stored, or was too large. Read the resource by its id.</p>
  ) : (
    <SecretValue label="Body" what="payload" value={JSON.stringify(payload, null, 2)} />
  );

/** One delivery: its attempts, its payload, and its replay. */
export const DeliveryPage = ({ endpointId, id }: DeliveryPageProps) => {
  const { api, announce } = useConsole();
  const loaded = useDelivery(id);
  const delivery = loaded.value;
  const replay = useSubmit(async () => {
    await api.request('POST /deliveries/{id}/replay', { id });
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
                disabled={replay.isBusy || loaded.isAwaited}
                onClick={replay.submit}
              >
                {loaded.isAwaited ? 'Waiting for the response …' : 'Replay'}
              </button>
            </div>
          )
        }
      />
      {replay.error !== undefined && <ProblemMessage error={replay.error} />}
      <LoadedMessage loaded={loaded} />
      {delivery && (
        <>
          <Facts facts={factsOf(delivery)} />
          <Attempts delivery={delivery} />
          <section class="section" aria-labelledby="payload">
            <h2 id="payload">Payload</h2>
            <Payload payload={delivery.payload} />
          </section>
        </>
      )}
    </>
  );
};
