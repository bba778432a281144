import type { WebhookEndpointView } from '../../../shared/contract/webhook-views.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';

/** An endpoint as `--json` prints it. */
export const endpointDocument = (
  endpoint: WebhookEndpoint,
): WebhookEndpointView & Pick<WebhookEndpoint, 'organizationId'> => ({
  organizationId: endpoint.organizationId,
  ...viewOfEndpoint(endpoint, timestampOf(new Date())),
});

/** Whether an endpoint gets anything, and how it does, in a few words. */
export const stateOf = ({ disabledReason, failingSince }: WebhookEndpoint): string => {
  if (disabledReason !== null) return `disabled (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${failingSince}`;
};
