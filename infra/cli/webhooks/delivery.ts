import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchDelivery } from './webhook-options.ts';

/** `webhooks delivery`: shows one delivery with its attempts and what it sends. */
export const showDelivery = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv, COMMON_FLAGS, true);
  const organizationId = organizationOf(values.organization);
  const id = idOf('delivery', 'DELIVERY_ID', positionals);
  const manager = await connectWebhooks(values.stack);
  const found = await manager.delivery(organizationId, id);
  if (found === undefined) throw noSuchDelivery(id);
  const document = { ...viewOfDelivery(found.delivery), payload: found.payload };
  // For people, too: an event is a document of any shape.
  output.result(JSON.stringify(document, null, values.json === true ? 0 : 2));
};
