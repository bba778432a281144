import type { AdminResponseBody } from '../../contract/admin-response-bodies.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { Delivery } from './delivery.ts';

/** The headers of a delivery besides its signature. */
export const contentHeaders = (body: Buffer) => ({
  'Content-Type': 'application/json',
  'Content-Length': String(body.length),
  'User-Agent': 'SalesData-Webhooks/1',
});

/** Instead of the value of a header, which is only decrypted to be sent. */
const HIDDEN = '(hidden)';

/**
 * The request of a delivery's last attempt, as its endpoint gets it now, without the signature, which is not
 * stored and whose secret no function but the sending one decrypts.
 */
export const requestOf = (
  { eventId, attempts }: Delivery,
  { url, headers: custom }: Pick<WebhookEndpoint, 'url' | 'headers'>,
  body: string,
): NonNullable<AdminResponseBody<'DeliveryWithPayload'>['request']> => {
  const last = attempts.at(-1);
  const headers = {
    ...Object.fromEntries(custom.map(({ name }) => [name, HIDDEN])),
    'webhook-id': eventId,
    ...(last && { 'webhook-timestamp': String(Math.floor(Date.parse(last.at) / 1_000)) }),
    ...contentHeaders(Buffer.from(body, 'utf8')),
  };
  return { url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), body };
};
