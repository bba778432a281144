import type { Delivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { changeDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookFixture } from './webhook-fixture.ts';

/** The timestamp of a minute of one hour. */
export const minute = (number: number): string => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();

/** Stores a delivery in a final state, of an event in the given minute. */
export const ended = async (
  fixture: WebhookFixture,
  endpoint: WebhookEndpoint,
  number: number,
  state: 'failed' | 'missed' | 'succeeded',
): Promise<Delivery> => {
  const event = await fixture.inFeed(fixture.newEvent({ eventTimestamp: minute(number) }));
  const delivery = await fixture.newDelivery(endpoint, event);
  const reason = state === 'missed' ? 'The endpoint was disabled.' : null;
  await changeDelivery(fixture.store, delivery, { state, reason, nextAttemptAt: null }, minute(number));
  return delivery;
};
