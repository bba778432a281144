import { randomUUID } from 'node:crypto';
import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import { nextVersion, unchangedSince } from '../../table/versions.ts';
import { EndpointUrlError, WebhookConflictError } from '../errors.ts';
import type { SecretCipher } from '../secrets/kms-cipher.ts';
import { generateSigningSecret } from '../secrets/signature.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { endpointToItem, readEndpoints } from './endpoint-repository.ts';
import { checkEndpointUrl } from './endpoint-url.ts';

export type NewEndpoint = Pick<WebhookEndpoint, 'organizationId' | 'url' | 'description' | 'events'>;

/** An endpoint with its secret: the only time that the secret can be had. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** What registering and changing endpoints takes. */
export interface EndpointDependencies {
  readonly store: Table;
  readonly cipher: Pick<SecretCipher, 'encrypt'>;
  readonly policy: AddressPolicy;
}

/**
 * Endpoints of one organization: all of them are read for each of its events. Those that are registered at the same
 * moment may exceed it by a few.
 */
const MAX_ENDPOINTS = 1_000;

/** The URL as it is stored. Throws an EndpointUrlError for one that webhooks may not go to. */
export const acceptedUrl = (url: string, policy: AddressPolicy): string => {
  const checked = checkEndpointUrl(url, policy);
  if ('detail' in checked) throw new EndpointUrlError(checked.detail);
  return checked.url;
};

/**
 * Registers an endpoint, which gets what happens from now on.
 *
 * @throws EndpointUrlError for a URL that webhooks may not go to
 * @throws WebhookConflictError when the organization has as many endpoints as it can have
 */
export const createEndpoint = async (
  { store, cipher, policy }: EndpointDependencies,
  newEndpoint: NewEndpoint,
  actor: Actor,
): Promise<EndpointWithSecret> => {
  const { organizationId, description, events } = newEndpoint;
  const url = acceptedUrl(newEndpoint.url, policy);
  if ((await readEndpoints(store, organizationId)).length >= MAX_ENDPOINTS) {
    throw new WebhookConflictError(
      `Your organization already has ${MAX_ENDPOINTS.toLocaleString('en')} webhook endpoints, the maximum. Delete one first.`,
    );
  }
  const at = timestampOf(new Date());
  const endpoint: WebhookEndpoint = {
    id: randomUUID(),
    organizationId,
    url,
    description,
    events,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    secretCreatedAt: at,
    previousSecretExpiresAt: null,
    createdAt: at,
    createdBy: actor.name,
    updatedAt: at,
  };
  const secret = generateSigningSecret();
  const current = await cipher.encrypt(secret, { organizationId, endpointId: endpoint.id });
  const item = nextVersion(endpointToItem(endpoint, { current, previous: null }), undefined);
  await store.writer.transact([
    { put: { Item: { ...item }, ...unchangedSince(undefined) } },
    recordEntry({
      organizationId,
      at,
      actor,
      action: 'webhook_endpoint.created',
      targetId: endpoint.id,
      details: { url, description, events },
    }),
  ]);
  return { endpoint, secret };
};
