import { updateEndpoint as update } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointDocument, stateOf } from './endpoint-document.ts';
import {
  descriptionOf,
  endpointIdOf,
  eventsOf,
  namingUrl,
  noSuchEndpoint,
  urlOf,
} from './webhook-options.ts';

/** `webhooks update`: changes, disables or enables an endpoint. */
export const updateEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      organization: { type: 'string' },
      url: { type: 'string' },
      events: { type: 'string' },
      description: { type: 'string' },
      enable: { type: 'boolean', default: false },
      disable: { type: 'boolean', default: false },
      stack: { type: 'string' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = endpointIdOf('update', positionals);
  if (values.enable && values.disable) throw new UsageError('--enable and --disable are mutually exclusive.');
  const changes = {
    ...(values.url === undefined ? {} : { url: urlOf(values.url) }),
    ...(values.events === undefined ? {} : { events: eventsOf(values.events) }),
    ...(values.description === undefined ? {} : { description: descriptionOf(values.description) }),
    ...(values.enable || values.disable ? { isEnabled: values.enable } : {}),
  };
  if (Object.keys(changes).length === 0) {
    throw new UsageError(
      'update needs at least one of --url URL, --events LIST, --description TEXT, --enable, --disable.',
    );
  }
  const webhooks = await connectWebhooks(values.stack);
  const endpoint = await namingUrl(update(webhooks, organizationId, id, changes, operator()));
  if (endpoint === undefined) throw noSuchEndpoint(id);
  if (values.json === true) output.result(JSON.stringify(endpointDocument(endpoint)));
  else {
    const { url, events } = endpoint;
    output.result(
      `Updated the endpoint ${id}: ${stateOf(endpoint)}, URL ${url}, events ${events.join(', ')}.`,
    );
  }
};
