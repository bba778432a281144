import { setTimeout } from 'node:timers/promises';
import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import type { WebhookManager } from '../../../shared/webhooks/manage.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { lastOutcome } from './delivery-text.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchEndpoint } from './webhook-options.ts';

/** An attempt takes 15 seconds at the most; what comes before it takes one or two. */
const PATIENCE_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 250;

/** The delivery once it was attempted, or as it is when that takes too long. */
const attempted = async (manager: WebhookManager, delivery: Delivery): Promise<Delivery> => {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  let current = delivery;
  while (current.state === 'pending' && current.attemptCount === 0 && Date.now() < end) {
    await setTimeout(POLL_MILLISECONDS);
    current = (await manager.delivery(delivery.organizationId, delivery.id))?.delivery ?? current;
  }
  return current;
};

/** `webhooks test`: sends a test event and says what came of its first attempt. */
export const testEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv, COMMON_FLAGS, true);
  const organizationId = organizationOf(values.organization);
  const id = idOf('test', 'ENDPOINT_ID', positionals);
  const manager = await connectWebhooks(values.stack);
  const sent = await manager.test(organizationId, id, operator());
  if (sent === undefined) throw noSuchEndpoint(id);
  const delivery = await attempted(manager, sent);
  if (values.json === true) output.result(JSON.stringify(viewOfDelivery(delivery)));
  else output.result(`Delivery ${delivery.id} is ${delivery.state}: ${lastOutcome(delivery)}`);
};
