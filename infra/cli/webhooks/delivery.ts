import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/event-body.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { deliveryIdOf, noSuchDelivery } from './webhook-options.ts';

/** `webhooks delivery`: shows a delivery with its attempts and payload. */
export const showDelivery = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = deliveryIdOf('delivery', positionals);
  const { store } = await connectWebhooks(values.stack);
  const document = await readDeliveryWithPayload(store, organizationId, id);
  if (document === undefined) throw noSuchDelivery(id);
  // Always JSON, because a payload has any shape.
  output.result(JSON.stringify(document, null, values.json === true ? 0 : 2));
};
