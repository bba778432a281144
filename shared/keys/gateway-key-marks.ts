import { randomBytes } from 'node:crypto';
import { map, withoutAbsent } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';
import {
  GATEWAY_KEY,
  GATEWAY_KEY_FROM,
  GATEWAY_KEY_ID,
  gatewayKeyOf,
  PREVIOUS_GATEWAY_KEY,
} from './metering.ts';

/**
 * Maps the names of all gateway keys that a key owns to the time of their creation. A name is recorded before
 * the gateway key is created and dropped after it is deleted, so that cleanup always finds an orphaned
 * gateway key. Rotation passes the ownership on to the successor.
 */
export const GATEWAY_KEYS = 'gatewayKeys';
/**
 * The gateway keys that metered under other plans, by plan name. They stay until their quota is reset, so
 * that a change back to their plan takes up their counts.
 */
export const REPLACED_GATEWAY_KEYS = 'replacedGatewayKeys';

/** A gateway key that may exist. */
export interface GatewayKeyMark {
  readonly name: string;
  readonly since: string;
}

export interface ReplacedGatewayKey {
  readonly name: string;
  readonly id?: string;
  /** When API Gateway surely knows it; absent if it has already metered. */
  readonly readyAt?: string;
  /** When it stopped metering, which may be some seconds ahead. */
  readonly replacedAt: string;
}

/** Each name is used once, so that a removal never hits a newer gateway key. */
export const newGatewayKeyName = (keyId: string): string => `${keyId}.${randomBytes(4).toString('hex')}`;

export const gatewayKeyMarksOf = (item: Item): readonly GatewayKeyMark[] =>
  Object.entries(map<Record<string, string>>(item, GATEWAY_KEYS) ?? {}).map(([name, since]) => ({
    name,
    since,
  }));

/** Whether a key owns this gateway key, instead of sharing that of its successor. */
export const hasMark = (item: Item, name: string): boolean =>
  gatewayKeyMarksOf(item).some((mark) => mark.name === name);

/** By plan name. */
export const replacedGatewayKeysOf = (item: Item): Readonly<Record<string, ReplacedGatewayKey>> =>
  map<Record<string, ReplacedGatewayKey>>(item, REPLACED_GATEWAY_KEYS) ?? {};

/** The attributes by which the successor of a key is metered like the key itself. */
export const meterAttributesOf = (item: Item): Readonly<Record<string, unknown>> => ({
  [GATEWAY_KEY]: gatewayKeyOf(item).name,
  ...withoutAbsent({
    [GATEWAY_KEY_ID]: item[GATEWAY_KEY_ID],
    [GATEWAY_KEY_FROM]: item[GATEWAY_KEY_FROM],
    [PREVIOUS_GATEWAY_KEY]: item[PREVIOUS_GATEWAY_KEY],
  }),
});
