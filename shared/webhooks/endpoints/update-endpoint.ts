import { type Actor, type AuditEntry, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { versionOf } from '../../table/versions.ts';
import { concurrentUpdate } from '../errors.ts';
import { acceptedUrl, type EndpointDependencies } from './create-endpoint.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { changeEndpoint, endpointFromItem, readEndpointItem } from './endpoint-repository.ts';

/** What can be changed of an endpoint; what is absent stays. */
export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly events?: WebhookEndpoint['events'] | undefined;
  /** An endpoint that is not enabled gets nothing; what it misses is listed and can be replayed. */
  readonly isEnabled?: boolean | undefined;
}

const isEnabled = ({ disabledReason }: WebhookEndpoint): boolean => disabledReason === null;

/** Enabling starts afresh: an endpoint that failed for days is given days again. */
const switched = (
  before: WebhookEndpoint,
  changes: EndpointChanges,
  at: string,
): Partial<WebhookEndpoint> => {
  if (changes.isEnabled === undefined || changes.isEnabled === isEnabled(before)) return {};
  return changes.isEnabled
    ? { disabledReason: null, disabledAt: null, failingSince: null }
    : { disabledReason: 'admin', disabledAt: at };
};

const shown = ({ url, description, events, disabledReason }: WebhookEndpoint) => ({
  url,
  description,
  events,
  isEnabled: disabledReason === null,
});

const actionOf = (before: WebhookEndpoint, after: WebhookEndpoint): AuditEntry['action'] => {
  if (isEnabled(before) === isEnabled(after)) return 'webhook_endpoint.updated';
  return isEnabled(after) ? 'webhook_endpoint.enabled' : 'webhook_endpoint.disabled';
};

/**
 * Changes an endpoint, from the next event and the next attempt on.
 *
 * @returns the endpoint as it is now, or `undefined` if the organization has none with this id
 * @throws EndpointUrlError for a URL that webhooks may not go to
 * @throws WebhookConflictError if somebody else changed it at the same moment
 */
export const updateEndpoint = async (
  { store, policy }: Omit<EndpointDependencies, 'cipher'>,
  organizationId: string,
  id: string,
  changes: EndpointChanges,
  actor: Actor,
): Promise<WebhookEndpoint | undefined> => {
  const url = changes.url === undefined ? undefined : acceptedUrl(changes.url, policy);
  const item = await readEndpointItem(store, organizationId, id);
  if (item === undefined) return undefined;
  const before = endpointFromItem(item);
  const at = timestampOf(new Date());
  // Another URL has not failed yet.
  const health = url === undefined || url === before.url ? {} : { failingSince: null };
  const state = { ...health, ...switched(before, changes, at) };
  const after: WebhookEndpoint = {
    ...before,
    url: url ?? before.url,
    description: changes.description === undefined ? before.description : changes.description,
    events: changes.events ?? before.events,
    updatedAt: at,
    ...state,
  };
  const entry = recordEntry({
    organizationId,
    at,
    actor,
    action: actionOf(before, after),
    targetId: id,
    details: { before: shown(before), after: shown(after) },
  });
  const attributes = {
    url: after.url,
    description: after.description,
    events: after.events,
    updatedAt: at,
    ...state,
  };
  if (!(await store.writer.transact([changeEndpoint(before, versionOf(item), attributes), entry]))) {
    throw concurrentUpdate();
  }
  return after;
};
