import { randomBytes } from 'node:crypto';
import { map, optionalString, requiredString } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';

/** The name, and also the value, of the gateway key that currently meters a key. */
export const GATEWAY_KEY = 'gatewayKey';
/** The id that API Gateway assigned to it. */
export const GATEWAY_KEY_ID = 'gatewayKeyId';
/**
 * Maps the names of all gateway keys that may exist for a key to the time of their creation. A name is
 * recorded before the gateway key is created and dropped after it is deleted, so that cleanup always finds an
 * orphaned gateway key.
 */
export const GATEWAY_KEYS = 'gatewayKeys';

/** A gateway key that may exist. */
export interface GatewayKeyMark {
  readonly name: string;
  readonly since: string;
}

export interface CurrentGatewayKey {
  readonly name: string;
  /** `null` until API Gateway returned it. */
  readonly id: string | null;
}

/** Each name is used once, so that a removal never hits a newer gateway key. */
export const newGatewayKeyName = (keyId: string): string => `${keyId}.${randomBytes(4).toString('hex')}`;

/** Keys older than this scheme use their id as the name of their gateway key. */
export const gatewayKeyOf = (item: Item): CurrentGatewayKey => ({
  name: optionalString(item, GATEWAY_KEY) ?? requiredString(item, 'id'),
  id: optionalString(item, GATEWAY_KEY_ID),
});

export const gatewayKeyMarksOf = (item: Item): readonly GatewayKeyMark[] =>
  Object.entries(map<Record<string, string>>(item, GATEWAY_KEYS) ?? {}).map(([name, since]) => ({
    name,
    since,
  }));
