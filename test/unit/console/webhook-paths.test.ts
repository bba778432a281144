import { expect, it } from 'vitest';
import { addressOf } from '../../../console/routing/route.ts';
import {
  DELIVERY_FILTERS,
  type DeliveryFilter,
  deliveriesHref,
  deliveryFilterOf,
  endpointPath,
} from '../../../console/views/webhooks/webhook-paths.ts';

it.each(Object.keys(DELIVERY_FILTERS) as DeliveryFilter[])(
  'the address of an endpoint contains which deliveries it shows: %s',
  (filter) => {
    const { path, query } = addressOf(deliveriesHref('e', filter));
    expect(path).toBe(endpointPath('e'));
    expect(deliveryFilterOf(query)).toBe(filter);
  },
);

it('an unknown filter shows all deliveries', () => {
  expect(deliveryFilterOf({ state: 'toString' })).toBe('all');
});
