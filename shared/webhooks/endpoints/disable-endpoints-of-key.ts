import type { Actor } from '../../audit-log/audit-entry.ts';
import type { DisabledReason } from '../../contract/webhooks/webhook-views.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { keysRotatedTo } from '../../keys/rotations.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { TableUnavailableError } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { changeEndpoint, readEndpoint, readEndpoints } from './endpoint-repository.ts';
import { moveTarget } from './endpoint-target.ts';

const CONCURRENCY = 8;

/** Attempts per endpoint that is modified concurrently. */
const ATTEMPTS = 5;

export interface LostAccess {
  readonly organizationId: string;
  readonly keyId: string;
  readonly reason: Extract<DisabledReason, 'key_revoked' | 'key_permission_removed'>;
  /** Whether the key no longer has access to the events of an endpoint. */
  readonly isLost: (endpoint: WebhookEndpoint) => boolean;
}

const disable = async (
  store: Table,
  first: WebhookEndpoint,
  { keyId, reason, isLost }: LostAccess,
  actor: Actor,
): Promise<void> => {
  let endpoint: WebhookEndpoint | undefined = first;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (endpoint === undefined || endpoint.disabledReason !== null || !isLost(endpoint)) return;
    const at = timestampOf(new Date());
    const changes = { disabledReason: reason, disabledAt: at };
    const details = { url: endpoint.url, reason, keyId };
    const entry = { at, actor, action: 'webhook_endpoint.disabled', details } as const;
    const others = await moveTarget(store, endpoint, { ...endpoint, ...changes });
    if ((await changeEndpoint(store, endpoint, changes, entry, { others })) !== undefined) return;
    endpoint = await readEndpoint(store, endpoint.organizationId, endpoint.id);
  }
  throw new TableUnavailableError('A webhook endpoint kept changing. Retry the request.');
};

/**
 * Disables the endpoints that a key, or a key that was rotated to it, created and whose events it may no
 * longer read. They free their places. Each endpoint has its audit entry. Safe to interrupt and repeat:
 * endpoints that are disabled already are skipped.
 *
 * @param actor who revoked the key or changed its permissions
 */
export const disableEndpointsOfKey = async (store: Table, lost: LostAccess, actor: Actor): Promise<void> => {
  const { organizationId, keyId, isLost } = lost;
  const affected = (await readEndpoints(store, organizationId)).filter(
    (endpoint) => endpoint.apiKeyId !== null && endpoint.disabledReason === null && isLost(endpoint),
  );
  const creators = [...new Set(affected.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
  const keys = await keysRotatedTo(store.reader, keyId, creators);
  const own = affected.filter(({ apiKeyId }) => apiKeyId !== null && keys.has(apiKeyId));
  await forEachConcurrently(own, CONCURRENCY, (endpoint) => disable(store, endpoint, lost, actor));
};
