import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { endpointIdOf, noSuchEndpoint } from './webhook-options.ts';

/** `webhooks test`: sends a test event to an endpoint. */
export const testEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = endpointIdOf('test', positionals);
  const webhooks = await connectWebhooks(values.stack);
  const delivery = await webhooks.test(organizationId, id, operator());
  if (delivery === undefined) throw noSuchEndpoint(id);
  if (values.json === true) output.result(JSON.stringify(viewOfDelivery(delivery)));
  else {
    const lines = [
      `A test event is on its way, as the delivery ${delivery.id}. What comes of it:`,
      `npm run webhooks -- deliveries --organization ${organizationId} --endpoint ${id} --limit 1`,
    ];
    output.result(lines.join('\n'));
  }
};
