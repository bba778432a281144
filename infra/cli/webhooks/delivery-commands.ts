import type { DeliveryView } from '../../../shared/contract/webhook-views.ts';
import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import { listDeliveries } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import { type ReplayRequest, replayRange } from '../../../shared/webhooks/deliveries/replay-range.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { optional, required, time, uuid } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import { jsonLines, type Output } from '../support/output.ts';
import { pagesOf } from '../support/pages.ts';
import { type Columns, listResult } from '../support/table.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { type Webhooks, webhookSubcommand } from './connect-webhooks.ts';
import { DELIVERY_ID, limitOf, listedStatesOf, statesOf } from './webhook-options.ts';

const PAGE_SIZE = 50;

const COLUMNS: Columns<DeliveryView> = {
  ID: ({ id }) => id,
  EVENT: ({ eventType }) => eventType,
  'EVENT TIME': ({ eventTimestamp }) => eventTimestamp,
  STATE: ({ state }) => state,
  ATTEMPTS: ({ attemptCount }) => String(attemptCount),
  'LAST STATUS': ({ attempts }) => String(attempts.at(-1)?.status ?? '-'),
  'NEXT ATTEMPT': ({ nextAttemptAt }) => nextAttemptAt ?? '-',
  REASON: ({ reason, attempts }) => reason ?? attempts.at(-1)?.error ?? '-',
};

/** Replays the deliveries of a time range, page by page. */
const replayAll = async (
  { store, queue }: Webhooks,
  organizationId: string,
  endpointId: string,
  range: ReplayRequest,
  output: Output,
) => {
  const total = { replayed: 0, skipped: 0 };
  const replayPage = async (position: string | undefined) => {
    const request = { ...range, position };
    const page = await replayRange(store, queue, organizationId, endpointId, request, operator());
    return requireFound(page, 'webhook endpoint', endpointId);
  };
  for await (const { replayed, skipped, next } of pagesOf(replayPage)) {
    total.replayed += replayed;
    total.skipped += skipped;
    if (next !== undefined) output.message(`Replayed ${total.replayed} deliveries …`);
  }
  const skipped =
    total.skipped === 0
      ? ''
      : ` Skipped ${total.skipped}: their events are no longer stored or too large, or were replayed concurrently.`;
  return { document: total, text: `Replayed deliveries: ${total.replayed}.${skipped}` };
};

export const DELIVERY_COMMANDS = {
  deliveries: webhookSubcommand(
    {
      endpoint: required('ENDPOINT_ID', uuid),
      state: optional(listedStatesOf),
      after: optional(time),
      before: optional(time),
      limit: optional(limitOf, 20),
    },
    async ({ organizationId, endpoint: endpointId, limit, state: states, ...range }, connect) => {
      const { store } = await connect();
      requireFound(await readEndpoint(store, organizationId, endpointId), 'webhook endpoint', endpointId);
      const selection = { organizationId, endpointId, states, ...range };
      const deliveries: DeliveryView[] = [];
      const read = (position: string | undefined) => {
        const pageLimit = Math.min(PAGE_SIZE, limit - deliveries.length);
        return listDeliveries(store, selection, { limit: pageLimit, position });
      };
      for await (const page of pagesOf(read)) {
        deliveries.push(...page.deliveries.map(viewOfDelivery));
        if (deliveries.length >= limit) break;
      }
      return listResult(deliveries, COLUMNS, 'No deliveries match.');
    },
  ),

  delivery: webhookSubcommand({ id: DELIVERY_ID }, async ({ id, organizationId }, connect) => {
    const { store } = await connect();
    const found = await readDeliveryWithPayload(store, organizationId, id);
    const document = requireFound(found, 'delivery', id);
    // Always JSON, because a payload has any shape.
    return { document, text: jsonLines(document) };
  }),

  replay: webhookSubcommand(
    {
      delivery: optional(uuid),
      endpoint: optional(uuid),
      after: optional(time),
      before: optional(time),
      states: optional(statesOf),
    },
    async ({ organizationId, delivery, endpoint, after, before, states }, connect, output) => {
      const isRange = endpoint !== undefined && after !== undefined && before !== undefined;
      const flags = [endpoint, after, before, states];
      if (delivery === undefined ? !isRange : flags.some((flag) => flag !== undefined)) {
        throw new UsageError(
          'replay needs either --delivery DELIVERY_ID, or --endpoint ENDPOINT_ID with --after TIME and --before TIME.',
        );
      }
      if (isRange && after >= before) throw new UsageError('--after must be earlier than --before.');
      const webhooks = await connect();
      if (isRange) {
        const range = { after, before, states: states ?? (['failed', 'missed'] as const) };
        return replayAll(webhooks, organizationId, endpoint, range, output);
      }
      const id = delivery ?? '';
      const { store, queue } = webhooks;
      const replayed = await replayDelivery(store, queue, organizationId, id, operator());
      const document = viewOfDelivery(requireFound(replayed, 'delivery', id));
      return { document, text: `Replayed the delivery ${id} (${document.eventType}).` };
    },
  ),
};
