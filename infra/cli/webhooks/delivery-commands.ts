import type { DeliveryView } from '../../../shared/contract/webhooks/webhook-views.ts';
import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import { listDeliveries } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { optional, required, time, uuid } from '../support/arguments.ts';
import { jsonLines } from '../support/output.ts';
import { pagesOf } from '../support/pages.ts';
import { type Columns, listResult } from '../support/table.ts';
import { requireFound } from '../support/usage-error.ts';
import { webhookSubcommand } from './connect-webhooks.ts';
import { DELIVERY_ID, limitOf, listedStatesOf } from './webhook-options.ts';

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
};
