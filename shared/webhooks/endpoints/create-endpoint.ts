import { randomUUID } from 'node:crypto';
import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import type { NewHeader } from '../../contract/webhooks/delivery-options.ts';
import { hasField } from '../../contract/webhooks/destinations.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { subscribeToFeed } from '../../events/feed/feed-head.ts';
import { keysRotatedTo, lastSuccessor } from '../../keys/rotations.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { concurrentKeyUpdate, concurrentUpdate, WebhookConflictError } from '../errors.ts';
import type { SecretCipher } from '../secrets/kms-cipher.ts';
import { generateSigningSecret, publicKeyOf } from '../secrets/signature.ts';
import type { AddressPolicy } from './address-policy.ts';
import { deliveryOptionsOf, hasLostKey, type WebhookEndpoint } from './endpoint.ts';
import { acceptedAddress, requireFittingOptions } from './endpoint-address.ts';
import { encryptHeaders } from './endpoint-headers.ts';
import { endpointToItem } from './endpoint-mapper.ts';
import { readEndpoints } from './endpoint-repository.ts';
import { moveTarget } from './endpoint-target.ts';

type DeliveryOptions = Pick<
  WebhookEndpoint,
  'filter' | 'maxPerSecond' | 'payload' | 'signature' | 'roleArn'
> & {
  readonly headers: readonly NewHeader[];
};

export type NewEndpoint = Pick<
  WebhookEndpoint,
  'organizationId' | 'url' | 'description' | 'eventTypes' | 'includesContactDetails'
> & {
  /** By default, the endpoint gets all events as a whole, as they come, signed with a shared secret. */
  readonly [O in keyof DeliveryOptions]?: DeliveryOptions[O] | undefined;
};

/** An endpoint with its new secret, which cannot be read again later; `null` for a private key. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string | null;
}

/** A secret that is shown: a private key stays with the service, and IAM protects queues and buses. */
export const sharedSecret = ({ signature, url }: WebhookEndpoint, secret: string): string | null =>
  signature === 'hmac' && hasField(url, 'signature') ? secret : null;

/** The API key that creates an endpoint. */
export interface CreatingKey {
  readonly id: string;
  /** The condition that the key is still active and may read the events. */
  readonly check: WriteOperation;
  /** Further writes of the transaction that creates the endpoint. */
  readonly alsoWrite?: (endpoint: WebhookEndpoint) => readonly WriteOperation[];
}

export interface EndpointDependencies {
  readonly store: Table;
  readonly cipher: Pick<SecretCipher, 'encrypt'>;
  readonly policy: AddressPolicy;
  /**
   * How many endpoints API keys of an organization may have at one registrable domain, and as many its
   * admins.
   *
   * @default no limit, for operators
   */
  readonly maxPerDomain?: number;
}

/**
 * The maximum per organization, because each of its events reads all of its endpoints. A soft limit:
 * concurrent registrations can exceed it by a few.
 */
const MAX_ENDPOINTS = 1_000;

/**
 * The maximum per API key and those that it was rotated to or from, so that no key takes those of the
 * organization. A soft limit, too.
 */
const MAX_ENDPOINTS_OF_KEY = 100;

/** Throws a WebhookConflictError if there is no room. An endpoint whose key lost access takes none. */
const requireRoom = async (
  store: Pick<Table, 'reader'>,
  organizationId: string,
  keyId: string | undefined,
): Promise<void> => {
  const counted = (await readEndpoints(store, organizationId)).filter((each) => !hasLostKey(each));
  if (counted.length >= MAX_ENDPOINTS) {
    throw new WebhookConflictError(
      `Your organization already has ${withThousandsSeparators(MAX_ENDPOINTS)} webhook endpoints, the ` +
        'maximum. Delete one first.',
    );
  }
  if (keyId === undefined) return;
  const creators = counted.flatMap(({ apiKeyId }) => apiKeyId ?? []);
  if (creators.length < MAX_ENDPOINTS_OF_KEY) return;
  const last = await lastSuccessor(store.reader, keyId);
  const keys = await keysRotatedTo(store.reader, last, [...new Set(creators)]);
  if (creators.filter((id) => keys.has(id)).length < MAX_ENDPOINTS_OF_KEY) return;
  throw new WebhookConflictError(
    `This API key already has ${MAX_ENDPOINTS_OF_KEY} webhook endpoints, the maximum per key. ` +
      'Delete one first.',
  );
};

/**
 * Registers an endpoint. It receives events from now on.
 *
 * @param key absent if an admin or operator registers it
 * @throws EndpointFieldError if webhooks must not be sent to the URL, or a header has no value
 * @throws WebhookConflictError if the organization, the key or the domain has the maximum number of
 * endpoints, another one has the URL and event types, or the key was changed concurrently
 */
export const createEndpoint = async (
  { store, cipher, policy, maxPerDomain }: EndpointDependencies,
  newEndpoint: NewEndpoint,
  actor: Actor,
  key?: CreatingKey,
): Promise<EndpointWithSecret> => {
  const { organizationId, description, eventTypes, includesContactDetails, roleArn = null } = newEndpoint;
  const { filter = null, headers = [], maxPerSecond = null } = newEndpoint;
  const { payload = 'full', signature = 'hmac' } = newEndpoint;
  const url = acceptedAddress({ url: newEndpoint.url, roleArn }, policy);
  await requireRoom(store, organizationId, key?.id);
  const at = timestampOf(new Date());
  const id = randomUUID();
  const secret = generateSigningSecret(signature);
  const owner = { organizationId, endpointId: id };
  const endpoint: WebhookEndpoint = {
    id,
    organizationId,
    url,
    roleArn,
    description,
    eventTypes,
    includesContactDetails,
    filter,
    headers: await encryptHeaders(cipher, owner, headers),
    maxPerSecond,
    payload,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    reportedFailingSince: null,
    slowSince: null,
    signature,
    publicKey: publicKeyOf(secret),
    secretCreatedAt: at,
    previousSecretExpiresAt: null,
    previousPublicKey: null,
    createdAt: at,
    createdBy: actor.name,
    apiKeyId: key?.id ?? null,
    updatedAt: at,
    encryptedSecret: await cipher.encrypt(secret, owner),
    encryptedPreviousSecret: null,
    version: 1,
  };
  requireFittingOptions(endpoint);
  const claim = () => moveTarget(store, undefined, endpoint, maxPerDomain);
  const isCreated = await store.writer.transact([
    ...(key === undefined ? [] : [key.check, ...(key.alsoWrite?.(endpoint) ?? [])]),
    ...(await claim()),
    subscribeToFeed(organizationId),
    { put: { Item: { ...endpointToItem(endpoint) }, ...unchangedSince(undefined) } },
    recordEntry(
      'webhook_endpoint.created',
      { organizationId, at, actor, targetId: id },
      { url, description, eventTypes, includesContactDetails, ...deliveryOptionsOf(endpoint) },
    ),
  ]);
  if (!isCreated) {
    // Throws if another endpoint took the target, or the last place at the domain.
    await claim();
    throw key === undefined ? concurrentUpdate() : concurrentKeyUpdate();
  }
  return { endpoint, secret: sharedSecret(endpoint, secret) };
};
