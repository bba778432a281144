import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchEndpoint } from './webhook-options.ts';

/** `webhooks delete`: nothing is sent to the endpoint any more, and its deliveries are listed no more. */
export const deleteEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv, COMMON_FLAGS, true);
  const organizationId = organizationOf(values.organization);
  const id = idOf('delete', 'ENDPOINT_ID', positionals);
  const manager = await connectWebhooks(values.stack);
  const endpoint = await manager.delete(organizationId, id, operator());
  if (endpoint === undefined) throw noSuchEndpoint(id);
  if (values.json === true) {
    output.result(JSON.stringify(viewOfEndpoint(endpoint, timestampOf(new Date()))));
  } else output.result(`Deleted ${endpoint.url} (${id}).`);
};
