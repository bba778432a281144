import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { listDeliveries as listPage } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointFlagOf, noSuchEndpoint, optionalTimeOf } from './webhook-options.ts';

const COLUMNS = ['ID', 'EVENT', 'EVENT TIME', 'STATE', 'ATTEMPTS', 'LAST STATUS', 'NEXT ATTEMPT', 'REASON'];

const MAX_DELIVERIES = 10_000;
const PAGE_SIZE = 50;

const row = (delivery: Delivery): readonly string[] => {
  const last = delivery.attempts.at(-1);
  return [
    delivery.id,
    delivery.eventType,
    delivery.eventTimestamp,
    delivery.state,
    String(delivery.attemptCount),
    last?.status?.toString() ?? '-',
    delivery.nextAttemptAt ?? '-',
    delivery.reason ?? last?.error ?? '-',
  ];
};

const stateOf = (value: string | undefined): 'failed' | 'missed' | undefined => {
  if (value === undefined || value === 'failed' || value === 'missed') return value;
  throw new UsageError(`--state must be failed or missed, not "${value}".`);
};

const limitOf = (value: string): number => {
  const limit = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_DELIVERIES) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_DELIVERIES}, not "${value}".`);
};

const readDeliveries = async (
  read: (limit: number, position: string | undefined) => ReturnType<typeof listPage>,
  limit: number,
): Promise<readonly Delivery[]> => {
  const deliveries: Delivery[] = [];
  let position: string | undefined;
  do {
    const page = await read(Math.min(PAGE_SIZE, limit - deliveries.length), position);
    deliveries.push(...page.deliveries);
    position = page.next;
  } while (position !== undefined && deliveries.length < limit);
  return deliveries;
};

/** `webhooks deliveries`: lists the deliveries to an endpoint, newest event first. */
export const listDeliveries = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    endpoint: { type: 'string' },
    state: { type: 'string' },
    after: { type: 'string' },
    before: { type: 'string' },
    limit: { type: 'string', default: '20' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const id = endpointFlagOf(values.endpoint);
  const filters = {
    state: stateOf(values.state),
    after: optionalTimeOf('--after', values.after),
    before: optionalTimeOf('--before', values.before),
  };
  const limit = limitOf(values.limit);
  const { store } = await connectWebhooks(values.stack);
  if ((await readEndpoint(store, organizationId, id)) === undefined) throw noSuchEndpoint(id);
  const deliveries = await readDeliveries(
    (pageLimit, position) =>
      listPage(store, { organizationId, endpointId: id, ...filters }, { limit: pageLimit, position }),
    limit,
  );
  if (values.json === true) output.result(JSON.stringify({ items: deliveries.map(viewOfDelivery) }));
  else if (deliveries.length === 0) output.result('No deliveries match.');
  else output.result(alignedTable([COLUMNS, ...deliveries.map(row)]));
};
