import type { EventPattern } from '../../../../shared/contract/events/event-types.ts';
import { DAYS_WITHOUT_KEY } from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { Endpoint, EndpointDetails } from '../../../api/types.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { dialogHref } from '../../../routing/route.ts';
import { formatUndelivered } from '../endpoint-actions.tsx';
import { endpointPath } from '../webhook-paths.ts';

/** Why an endpoint is disabled, after “disabled”. */
export const DISABLED_BY = {
  admin: 'by an admin',
  gone: 'it responded with 410 Gone',
  failing: 'it failed for five days',
  key_revoked: 'its API key was revoked',
  key_permission_removed: 'its API key may no longer read its events',
} as const;

interface EndpointStateProps {
  readonly endpoint: Endpoint;
}

/** The state of an endpoint at a glance. */
export const EndpointState = ({ endpoint }: EndpointStateProps) => {
  const { disabledReason, disabledAt, failingSince } = endpoint;
  if (disabledReason !== null) {
    return (
      <>
        <StatusBadge tone={disabledReason === 'admin' ? 'neutral' : 'bad'}>disabled</StatusBadge>
        <span class="block muted">
          {DISABLED_BY[disabledReason]}
          {disabledAt !== null && (
            <>
              , <Time at={disabledAt} />
            </>
          )}
        </span>
      </>
    );
  }
  if (failingSince !== null) {
    return (
      <>
        <StatusBadge tone="warning">failing</StatusBadge>
        <span class="block muted">
          since <Time at={failingSince} isPoint />
        </span>
      </>
    );
  }
  return <StatusBadge tone="good">enabled</StatusBadge>;
};

/** Explains a disabled or failing endpoint and what to do. */
export const EndpointNotice = ({ endpoint }: { readonly endpoint: EndpointDetails }) => {
  const { id, disabledReason, failingSince, undelivered } = endpoint;
  const { retrying, failed, missed } = undelivered ?? { retrying: 0, failed: 0, missed: 0 };
  if (disabledReason !== null) {
    const reason = {
      admin: 'An admin disabled this endpoint.',
      gone: 'This endpoint was disabled because it responded with 410 Gone.',
      failing: 'This endpoint was disabled because every delivery failed for five days.',
      key_revoked: 'This endpoint was disabled because the API key that created it was revoked.',
      key_permission_removed:
        'This endpoint was disabled because the API key that created it may no longer read its events.',
    }[disabledReason];
    return (
      <p class={disabledReason === 'admin' ? 'notice' : 'notice notice-bad'}>
        {reason} Events are recorded as missed. Enable the endpoint
        {retrying + failed + missed > 0 &&
          `, then replay the ${formatUndelivered(retrying + failed + missed)} that it did not receive`}
        .{disabledReason.startsWith('key_') && ` Otherwise it is deleted after ${DAYS_WITHOUT_KEY} days.`}
      </p>
    );
  }
  if (failingSince === null) return null;
  return (
    <p class="notice notice-warning">
      No delivery has succeeded since <Time at={failingSince} isPoint />. Each delivery is retried for two
      days. After five days of failures, the endpoint is disabled. See the responses of the latest deliveries
      below.{' '}
      {retrying + failed + missed === 0 ? (
        <>
          Once it works again, <a href={dialogHref(`${endpointPath(id)}/test`)}>send a test event</a>.
        </>
      ) : (
        <>
          Once it works again,{' '}
          {failed + missed === 0 ? (
            <a href={dialogHref(`${endpointPath(id)}/retry-all`)}>
              retry the {formatUndelivered(retrying)} pending now
            </a>
          ) : (
            <a href={dialogHref(`${endpointPath(id)}/replay`)}>
              replay the {formatUndelivered(retrying + failed + missed)} that it did not receive
            </a>
          )}
          .
        </>
      )}
    </p>
  );
};

export const EventTags = ({ events }: { readonly events: readonly EventPattern[] }) => (
  <ul class="tags">
    {events.map((each) => (
      <li key={each}>{each === '*' ? 'all events' : each}</li>
    ))}
  </ul>
);
