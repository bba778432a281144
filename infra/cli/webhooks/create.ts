import { createEndpoint as register } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointDocument } from './endpoint-document.ts';
import { shownOnce } from './shown-once.ts';
import { descriptionOf, eventsOf, namingUrl, urlOf } from './webhook-options.ts';

/** `webhooks create`: registers an endpoint and shows its signing secret once. */
export const createEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    url: { type: 'string' },
    events: { type: 'string' },
    description: { type: 'string', default: '' },
    stack: { type: 'string' },
  });
  const newEndpoint = {
    organizationId: organizationOf(values.organization),
    url: urlOf(values.url),
    events: eventsOf(values.events),
    description: descriptionOf(values.description),
  };
  const webhooks = await connectWebhooks(values.stack);
  const { endpoint, secret } = await namingUrl(register(webhooks, newEndpoint, operator()));
  if (values.json === true) output.result(JSON.stringify({ ...endpointDocument(endpoint), secret }));
  else {
    const lines = [
      `Registered the endpoint ${endpoint.id}: ${endpoint.url}`,
      `Events: ${endpoint.events.join(', ')}.`,
      ...shownOnce(secret),
      '',
      `Try it: npm run webhooks -- test ${endpoint.id} --organization ${endpoint.organizationId}`,
    ];
    output.result(lines.join('\n'));
  }
};
