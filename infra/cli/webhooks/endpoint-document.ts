import type { WebhookEndpointView } from '../../../shared/contract/webhook-views.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';

/** The JSON document of an endpoint. */
export const endpointDocument = (
  endpoint: WebhookEndpoint,
): WebhookEndpointView & Pick<WebhookEndpoint, 'organizationId'> => ({
  organizationId: endpoint.organizationId,
  ...viewOfEndpoint(endpoint, timestampOf(new Date())),
});

export const stateOf = ({ disabledReason, failingSince }: WebhookEndpoint): string => {
  if (disabledReason !== null) return `disabled (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${failingSince}`;
};
