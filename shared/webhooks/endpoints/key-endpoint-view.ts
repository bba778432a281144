import type { ResponseBody } from '../../contract/response-bodies.ts';
import { deliveryOptionsOf, type WebhookEndpoint } from './endpoint.ts';

/**
 * An endpoint that was created with an API key, as the data API shows it: without its secret, and field by
 * field, so that the fields and their order never depend on the source of the endpoint.
 *
 * @throws Error for an endpoint of an admin
 */
export const viewOfKeyEndpoint = (endpoint: WebhookEndpoint): ResponseBody<'WebhookEndpoint'> => {
  const { apiKeyId } = endpoint;
  if (apiKeyId === null) throw new Error('The endpoint was not created with an API key.');
  return {
    id: endpoint.id,
    url: endpoint.url,
    eventTypes: endpoint.eventTypes,
    description: endpoint.description,
    ...deliveryOptionsOf(endpoint),
    isEnabled: endpoint.disabledReason === null,
    disabledReason: endpoint.disabledReason,
    disabledAt: endpoint.disabledAt,
    failingSince: endpoint.failingSince,
    keyId: apiKeyId,
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  };
};
