import type { Actor, AuditEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { concurrentUpdate } from '../errors.ts';
import type { EndpointDependencies, NewEndpoint } from './create-endpoint.ts';
import { deliveryOptionsOf, type WebhookEndpoint } from './endpoint.ts';
import { acceptedAddress, requireFittingOptions } from './endpoint-address.ts';
import { encryptHeaders } from './endpoint-headers.ts';
import { changeEndpoint, readEndpoint } from './endpoint-repository.ts';
import { moveTarget } from './endpoint-target.ts';

/** Absent fields stay unchanged. */
export type EndpointChanges = {
  readonly [F in keyof Omit<NewEndpoint, 'organizationId' | 'signature'>]?: NewEndpoint[F] | undefined;
} & {
  /** A disabled endpoint receives nothing; missed deliveries are listed and can be replayed. */
  readonly isEnabled?: boolean | undefined;
};

/** Of an object with optional fields, those that are there. */
const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]?: Exclude<T[F], undefined>;
  };

const isEnabled = ({ disabledReason }: WebhookEndpoint): boolean => disabledReason === null;

/** Enabling clears `failingSince`, so that an endpoint that failed for days gets the full time again. */
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

const shown = (endpoint: WebhookEndpoint) => {
  const { url, description, eventTypes, includesContactDetails } = endpoint;
  const options = deliveryOptionsOf(endpoint);
  return { url, description, eventTypes, includesContactDetails, ...options, isEnabled: isEnabled(endpoint) };
};

const actionOf = (before: WebhookEndpoint, after: WebhookEndpoint): AuditEntry['action'] => {
  if (isEnabled(before) === isEnabled(after)) return 'webhook_endpoint.updated';
  return isEnabled(after) ? 'webhook_endpoint.enabled' : 'webhook_endpoint.disabled';
};

/**
 * Updates an endpoint. Changes apply to the next event and the next attempt.
 *
 * @returns the updated endpoint, or `undefined` if the organization has none with this id
 * @throws EndpointFieldError if webhooks must not be sent to the URL, or a new header has no value
 * @throws WebhookConflictError if another endpoint has the new URL and event types, the new domain has the
 * maximum number of endpoints, or the endpoint was modified concurrently
 */
export const updateEndpoint = async (
  { store, cipher, policy, maxPerDomain }: EndpointDependencies,
  organizationId: string,
  id: string,
  changes: EndpointChanges,
  actor: Actor,
): Promise<WebhookEndpoint | undefined> => {
  const before = await readEndpoint(store, organizationId, id);
  if (before === undefined) return undefined;
  const { url: wanted = before.url, roleArn = before.roleArn } = changes;
  const isMoved = wanted !== before.url || roleArn !== before.roleArn;
  const url = isMoved ? acceptedAddress({ url: wanted, roleArn }, policy) : before.url;
  const at = timestampOf(new Date());
  const { headers, isEnabled: _, ...fields } = changes;
  const owner = { organizationId, endpointId: id };
  const edits: Partial<WebhookEndpoint> = {
    ...withoutUndefined({ ...fields, url }),
    ...(headers && { headers: await encryptHeaders(cipher, owner, headers, before.headers) }),
    // A new URL has not failed yet.
    ...(isMoved && { failingSince: null }),
    ...switched(before, changes, at),
  };
  const after = { ...before, ...edits };
  requireFittingOptions(after);
  const move = () => moveTarget(store, before, after, maxPerDomain);
  const entry = {
    at,
    actor,
    action: actionOf(before, after),
    details: { before: shown(before), after: shown(after) },
  };
  const updated = await changeEndpoint(store, before, edits, entry, { others: await move() });
  if (updated === undefined) {
    // Throws if another endpoint took the target, or the last place at the domain.
    await move();
    throw concurrentUpdate();
  }
  return updated;
};
