import type { EndpointState } from '../../contract/events/events.ts';
import { destinationOf } from '../../contract/webhooks/destinations.ts';
import { permissionsPolicy, trustPolicy } from '../../contract/webhooks/role-policies.ts';
import type { WebhookEndpointView } from '../../contract/webhooks/webhook-views.ts';
import { publicKeysUrl } from './public-keys.ts';

/** A header of an endpoint's requests. */
export interface EndpointHeader {
  readonly name: string;
  readonly encryptedValue: string;
}

/** What views derive from other fields. */
type DerivedField = 'type' | 'rolePolicies' | 'publicKeysUrl';

/** A stored webhook endpoint. `previousSecretExpiresAt` may be in the past. */
export interface WebhookEndpoint extends Omit<WebhookEndpointView, 'isEnabled' | 'headers' | DerivedField> {
  readonly organizationId: string;
  readonly headers: readonly EndpointHeader[];
  /** The `failingSince` that was last published as an event. */
  readonly reportedFailingSince: string | null;
  /** When its responses began to take long; `null` while they do not. */
  readonly slowSince: string | null;
  readonly encryptedSecret: string;
  /** Also signs until `previousSecretExpiresAt`. */
  readonly encryptedPreviousSecret: string | null;
  /** Grows with each change except of `failingSince` and its report, which can change at any time. */
  readonly version: number;
}

/**
 * Whether an endpoint is disabled because its key lost access. It then takes no place, and is deleted after
 * {@link DAYS_WITHOUT_KEY}.
 */
export const hasLostKey = ({ disabledReason }: Pick<WebhookEndpoint, 'disabledReason'>): boolean =>
  disabledReason === 'key_revoked' || disabledReason === 'key_permission_removed';

/** Whether an attempt at an endpoint may take so long that others must not wait behind it. */
export const isSlowOrFailing = ({ failingSince, slowSince }: WebhookEndpoint): boolean =>
  failingSince !== null || slowSince !== null;

/** How an endpoint gets its events, as both APIs and the audit log show it. */
export const deliveryOptionsOf = ({ filter, headers, maxPerSecond, payload }: WebhookEndpoint) => ({
  filter,
  headers: headers.map(({ name }) => ({ name })),
  maxPerSecond,
  payload,
});

/** What customers have to know of the service. */
export interface ServiceIdentity {
  /** The account of the service, which roles trust. */
  readonly accountId: string;
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
}

/**
 * Shows an endpoint without its secrets. Written field by field, so that the fields and their order never
 * depend on the source of the endpoint.
 *
 * @param now the current time, as a timestamp
 */
export const viewOfEndpoint = (
  endpoint: WebhookEndpoint,
  { accountId, dataApiUrl }: ServiceIdentity,
  now: string,
): WebhookEndpointView => ({
  id: endpoint.id,
  type: destinationOf(endpoint.url),
  url: endpoint.url,
  roleArn: endpoint.roleArn,
  rolePolicies:
    endpoint.roleArn === null
      ? null
      : {
          trust: trustPolicy(accountId, endpoint.organizationId),
          permissions: permissionsPolicy(endpoint.url),
        },
  description: endpoint.description,
  eventTypes: endpoint.eventTypes,
  includesContactDetails: endpoint.includesContactDetails,
  ...deliveryOptionsOf(endpoint),
  isEnabled: endpoint.disabledReason === null,
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt,
  failingSince: endpoint.failingSince,
  signature: endpoint.signature,
  publicKey: endpoint.publicKey,
  secretCreatedAt: endpoint.secretCreatedAt,
  ...(endpoint.previousSecretExpiresAt !== null && endpoint.previousSecretExpiresAt > now
    ? {
        previousSecretExpiresAt: endpoint.previousSecretExpiresAt,
        previousPublicKey: endpoint.previousPublicKey,
      }
    : { previousSecretExpiresAt: null, previousPublicKey: null }),
  publicKeysUrl:
    endpoint.publicKey === null && endpoint.previousPublicKey === null
      ? null
      : publicKeysUrl(dataApiUrl, endpoint),
  createdAt: endpoint.createdAt,
  createdBy: endpoint.createdBy,
  apiKeyId: endpoint.apiKeyId,
  updatedAt: endpoint.updatedAt,
});

/**
 * What operational events show of an endpoint, field by field for the same reason. Its URL may contain a
 * secret.
 */
export const stateOfEndpoint = (endpoint: WebhookEndpoint): EndpointState => ({
  id: endpoint.id,
  description: endpoint.description,
  eventTypes: endpoint.eventTypes,
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt,
  failingSince: endpoint.failingSince,
  apiKeyId: endpoint.apiKeyId,
});
