import { deleteEndpoint as remove } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointDocument } from './endpoint-document.ts';
import { endpointIdOf, noSuchEndpoint } from './webhook-options.ts';

/** `webhooks delete`: deletes an endpoint. */
export const deleteEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = endpointIdOf('delete', positionals);
  const { store } = await connectWebhooks(values.stack);
  const endpoint = await remove(store, organizationId, id, operator());
  if (endpoint === undefined) throw noSuchEndpoint(id);
  if (values.json === true) output.result(JSON.stringify(endpointDocument(endpoint)));
  else output.result(`Deleted the endpoint ${id} (${endpoint.url}).`);
};
