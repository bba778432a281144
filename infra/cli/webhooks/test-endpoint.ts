import { setTimeout } from 'node:timers/promises';
import type { Table } from '../../../shared/table/table.ts';
import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { sendTestEvent } from '../../../shared/webhooks/fan-out/send-test-event.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointIdOf, noSuchEndpoint } from './webhook-options.ts';

/** An attempt takes at most 15 seconds, plus one or two until it starts. */
const PATIENCE_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 250;

/** Waits for the first attempt, up to a limit. */
const attempted = async (store: Table, delivery: Delivery): Promise<Delivery> => {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  let current = delivery;
  while (current.state === 'pending' && current.attemptCount === 0 && Date.now() < end) {
    await setTimeout(POLL_MILLISECONDS);
    current = (await readDelivery(store, delivery.organizationId, delivery.id)) ?? current;
  }
  return current;
};

const outcomeOf = ({ id, attempts, reason }: Delivery): string => {
  const last = attempts.at(-1);
  if (last === undefined) return reason ?? `No attempt yet. Check it later with "webhooks delivery ${id}".`;
  return last.error ?? `The endpoint answered with ${last.status} in ${last.durationMilliseconds} ms.`;
};

/** `webhooks test`: sends a test event to an endpoint, and shows the result of the first attempt. */
export const testEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, 'no-wait': { type: 'boolean' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = endpointIdOf('test', positionals);
  const { store, queue } = await connectWebhooks(values.stack);
  const sent = await sendTestEvent(store, queue, organizationId, id, operator());
  if (sent === undefined) throw noSuchEndpoint(id);
  const delivery = values['no-wait'] === true ? sent : await attempted(store, sent);
  if (values.json === true) output.result(JSON.stringify(viewOfDelivery(delivery)));
  else output.result(outcomeOf(delivery));
};
