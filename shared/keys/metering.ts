import { map, optionalString, requiredString } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';

/** The name, and also the value, of the gateway key that meters a key. */
export const GATEWAY_KEY = 'gatewayKey';
/** The id that API Gateway assigned to it. */
export const GATEWAY_KEY_ID = 'gatewayKeyId';
/** The time from which it meters, after a change of plan. Until then, the previous gateway key does. */
export const GATEWAY_KEY_FROM = 'gatewayKeyFrom';
/** The gateway key that meters until {@link GATEWAY_KEY_FROM}. */
export const PREVIOUS_GATEWAY_KEY = 'previousGatewayKey';

/** A gateway key with the name of its usage plan. */
export interface Meter {
  readonly name: string;
  /** `null` until API Gateway returned it. */
  readonly id: string | null;
  readonly plan: string;
}

/**
 * The gateway key of the key's own plan, which may not meter yet. Keys older than this scheme use their id as
 * the name of their gateway key.
 */
export const gatewayKeyOf = (item: Item): Meter => ({
  name: optionalString(item, GATEWAY_KEY) ?? requiredString(item, 'id'),
  id: optionalString(item, GATEWAY_KEY_ID),
  plan: requiredString(item, 'plan'),
});

/**
 * The gateway key that meters a key at a time. After a change of plan it stays the previous one until API
 * Gateway surely knows the new one, so that the key never gets a 503.
 *
 * @param now as a timestamp in the stored form
 */
export const meterOf = (item: Item, now: string): Meter => {
  const previous = map<Omit<Meter, 'id'> & { readonly id?: string }>(item, PREVIOUS_GATEWAY_KEY);
  const from = optionalString(item, GATEWAY_KEY_FROM);
  if (previous === null || from === null || from <= now) return gatewayKeyOf(item);
  return { name: previous.name, id: previous.id ?? null, plan: previous.plan };
};
