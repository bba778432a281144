import type { Actor } from '../../audit-log/audit-entry.ts';
import type { DisabledReason } from '../../contract/webhooks/webhook-views.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { changeEndpoint, reportFailing, setObserved } from './endpoint-repository.ts';

/**
 * The health of an endpoint after an attempt. `slow` also succeeds. A reason disables it: after a 410, or
 * after days of failures.
 */
export type EndpointHealth = 'healthy' | 'slow' | 'failing' | { readonly disabledReason: DisabledReason };

/** How long an endpoint fails before that is published as an event. */
const REPORTED_AFTER_MILLISECONDS = MILLISECONDS_PER_DAY;

const SYSTEM: Actor = { id: 'system', name: 'system', from: null };

/**
 * Records the health of an endpoint after an attempt, and publishes when the service disables it or it has
 * failed for a day. Writes only if something changed. An endpoint that an admin modified since it was read
 * stays enabled.
 *
 * @param endpoint as it was read before the attempt
 * @param now the time of writing, as a timestamp
 */
export const recordEndpointHealth = async (
  store: Table,
  endpoint: WebhookEndpoint,
  health: EndpointHealth,
  now: string,
): Promise<void> => {
  const { url, failingSince, reportedFailingSince, slowSince } = endpoint;
  if (typeof health === 'object') {
    const { disabledReason } = health;
    await changeEndpoint(
      store,
      endpoint,
      { disabledReason, disabledAt: now },
      {
        at: now,
        actor: SYSTEM,
        action: 'webhook_endpoint.disabled',
        details: { url, reason: disabledReason, failingSince },
      },
      { isEvent: true, isFailing: disabledReason === 'failing' },
    );
    return;
  }
  const observed = {
    ...((health === 'failing') !== (failingSince !== null) && {
      failingSince: health === 'failing' ? now : null,
    }),
    // A failure does not say how long a response takes.
    ...(health !== 'failing' &&
      (health === 'slow') !== (slowSince !== null) && { slowSince: health === 'slow' ? now : null }),
  };
  if (Object.keys(observed).length > 0) {
    await setObserved(store, endpoint, observed);
  } else if (health === 'failing' && failingSince !== null && failingSince !== reportedFailingSince) {
    const duration = Date.parse(now) - Date.parse(failingSince);
    if (duration >= REPORTED_AFTER_MILLISECONDS) await reportFailing(store, endpoint);
  }
};
