import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { UsageError } from '../support/usage-error.ts';
import { lastOutcome } from './delivery-text.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchEndpoint, oneOf, timeOf } from './webhook-options.ts';

const COLUMNS = ['DELIVERY', 'EVENT', 'OF', 'STATE', 'ATTEMPTS', 'LAST'];
const MAX_LIMIT = 500;

const limitOf = (value: string): number => {
  const limit = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not "${value}".`);
};

const row = (delivery: Delivery): readonly string[] => [
  delivery.id,
  delivery.eventType,
  delivery.eventTimestamp,
  delivery.state,
  String(delivery.attemptCount),
  lastOutcome(delivery),
];

/** `webhooks deliveries`: shows what was delivered to an endpoint. */
export const listDeliveries = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      ...COMMON_FLAGS,
      state: { type: 'string' },
      after: { type: 'string' },
      before: { type: 'string' },
      limit: { type: 'string', default: '20' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const endpointId = idOf('deliveries', 'ENDPOINT_ID', positionals);
  const { state, after, before } = values;
  const selection = {
    organizationId,
    endpointId,
    state: state === undefined ? undefined : oneOf('--state', ['failed', 'missed'], state),
    after: after === undefined ? undefined : timeOf('--after', after),
    before: before === undefined ? undefined : timeOf('--before', before),
  };
  const limit = limitOf(values.limit);
  const manager = await connectWebhooks(values.stack);
  const page = await manager.deliveries(selection, { limit });
  if (page === undefined) throw noSuchEndpoint(endpointId);
  if (values.json === true) output.result(JSON.stringify({ items: page.deliveries.map(viewOfDelivery) }));
  else if (page.deliveries.length === 0) output.result('There are no such deliveries.');
  else output.result(alignedTable([COLUMNS, ...page.deliveries.map(row)]));
};
