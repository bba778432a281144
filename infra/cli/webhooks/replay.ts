import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { replayRange } from './replay-range.ts';
import { deliveryFlagOf, noSuchDelivery } from './webhook-options.ts';

const WHAT =
  'replay needs either --delivery DELIVERY_ID, or --endpoint ENDPOINT_ID with --after TIME and --before TIME.';

/** `webhooks replay`: replays one delivery, or those of a time range. */
export const replay = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    delivery: { type: 'string' },
    endpoint: { type: 'string' },
    after: { type: 'string' },
    before: { type: 'string' },
    states: { type: 'string' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const { delivery, endpoint, after, before, states } = values;
  const isRange = [endpoint, after, before, states].some((value) => value !== undefined);
  if (delivery === undefined) {
    if (endpoint === undefined || after === undefined || before === undefined) throw new UsageError(WHAT);
    await replayRange({ organizationId, endpoint, after, before, states }, values, output);
    return;
  }
  if (isRange) throw new UsageError(WHAT);
  const id = deliveryFlagOf(delivery);
  const { store, queue } = await connectWebhooks(values.stack);
  const replayed = await replayDelivery(store, queue, organizationId, id, operator());
  if (replayed === undefined) throw noSuchDelivery(id);
  if (values.json === true) output.result(JSON.stringify(viewOfDelivery(replayed)));
  else output.result(`Replayed the delivery ${id} (${replayed.eventType}).`);
};
