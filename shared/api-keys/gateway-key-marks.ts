import { randomBytes } from 'node:crypto';
import { map, optionalString, requiredString } from '../table/attributes.ts';
import type { Item } from '../table/reader.ts';

/** The name, and the value, of the gateway key that meters a key now. */
export const GATEWAY_KEY = 'gatewayKey';
/** The id that API Gateway gave it. */
export const GATEWAY_KEY_ID = 'gatewayKeyId';
/**
 * A map of the names of all gateway keys that may exist for a key, to when each was about to be made. A name is
 * written down before API Gateway hears of it, and taken out after it is gone there: nothing is ever orphaned.
 */
export const GATEWAY_KEYS = 'gatewayKeys';

/** A gateway key that may exist. */
export interface GatewayKeyMark {
  readonly name: string;
  readonly since: string;
}

/** What API Gateway returned as the key that meters a key. */
export interface CurrentGatewayKey {
  readonly name: string;
  /** Null until it is known. */
  readonly id: string | null;
}

/** Each is used once, so that taking one away can never hit another that was made since. */
export const newGatewayKeyName = (keyId: string): string => `${keyId}.${randomBytes(4).toString('hex')}`;

/** Keys of before gateway keys had names of their own are metered by their id. */
export const gatewayKeyOf = (item: Item): CurrentGatewayKey => ({
  name: optionalString(item, GATEWAY_KEY) ?? requiredString(item, 'id'),
  id: optionalString(item, GATEWAY_KEY_ID),
});

export const gatewayKeyMarksOf = (item: Item): readonly GatewayKeyMark[] =>
  Object.entries(map<Record<string, string>>(item, GATEWAY_KEYS) ?? {}).map(([name, since]) => ({
    name,
    since,
  }));
