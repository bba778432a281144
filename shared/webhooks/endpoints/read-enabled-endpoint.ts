import type { Table } from '../../table/table.ts';
import { WebhookConflictError } from '../webhook-errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoint } from './read-endpoints.ts';

/**
 * An endpoint that something is to be sent to now, or `undefined` if the organization has none with this id.
 *
 * @throws WebhookConflictError if it is disabled
 */
export const readEnabledEndpoint = async (
  store: Table,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const endpoint = await readEndpoint(store, organizationId, id);
  if (endpoint === undefined || endpoint.disabledReason === null) return endpoint;
  throw new WebhookConflictError('The endpoint is disabled. Enable it first.');
};
