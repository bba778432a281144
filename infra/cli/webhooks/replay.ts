import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchDelivery } from './webhook-options.ts';

/** `webhooks replay`: delivers an event again, with the same id. */
export const replayDelivery = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv, COMMON_FLAGS, true);
  const organizationId = organizationOf(values.organization);
  const id = idOf('replay', 'DELIVERY_ID', positionals);
  const manager = await connectWebhooks(values.stack);
  const delivery = await manager.replay(organizationId, id, operator());
  if (delivery === undefined) throw noSuchDelivery(id);
  if (values.json === true) output.result(JSON.stringify(viewOfDelivery(delivery)));
  else
    output.result(`The ${delivery.eventType} event of ${delivery.eventTimestamp} is being delivered again.`);
};
