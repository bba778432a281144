import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks, withUrlErrors } from './webhook-manager.ts';
import { COMMON_FLAGS, descriptionOf, eventsOf } from './webhook-options.ts';

/** `webhooks create`: registers an endpoint and shows its secret, once. */
export const createEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    ...COMMON_FLAGS,
    url: { type: 'string' },
    events: { type: 'string' },
    description: { type: 'string', default: '' },
  });
  const organizationId = organizationOf(values.organization);
  if (values.url === undefined) throw new UsageError('--url URL is missing: where to send events.');
  const { url } = values;
  const events = eventsOf(values.events);
  const description = descriptionOf(values.description);
  const manager = await connectWebhooks(values.stack);
  const newEndpoint = { organizationId, url, events, description };
  const { endpoint, secret } = await withUrlErrors(manager.create(newEndpoint, operator()));
  if (values.json === true) {
    output.result(JSON.stringify({ ...viewOfEndpoint(endpoint, timestampOf(new Date())), secret }));
    return;
  }
  output.result(
    [
      `Registered ${endpoint.url} (${endpoint.id}) for ${endpoint.events.join(', ')}.`,
      '',
      'The signing secret is shown only now. Keep it where deliveries are verified:',
      '',
      `  ${secret}`,
      '',
      'Try it:',
      '',
      `  npm run webhooks -- test ${endpoint.id} --organization ${organizationId}`,
    ].join('\n'),
  );
};
