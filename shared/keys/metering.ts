import { randomBytes } from 'node:crypto';
import { timestampOf } from '../domain/timestamp.ts';
import { CorruptItemError, map, optionalString, requiredString } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';

/** API Gateway needs some seconds to know a new gateway key, and documents no maximum. */
const KNOWN_AFTER_MILLISECONDS = 60_000;

/** A gateway key, which belongs to one usage plan for life. */
export interface StoredGatewayKey {
  /** The name of the usage plan, and its id at the time. */
  readonly plan: string;
  readonly usagePlanId: string;
  /** The id that API Gateway gave it. Absent while it is being created, and if that was interrupted. */
  readonly id?: string;
  /** When its creation ended; without an id, when it began. */
  readonly at: string;
}

/** Gateway keys by name, which is also their value. */
export type StoredGatewayKeys = Readonly<Record<string, StoredGatewayKey>>;

/** The attributes by which a key is metered. A key and those that were rotated to it have the same. */
export interface Metering {
  /**
   * One gateway key for each plan that they had. A name is recorded before the gateway key is created and
   * dropped after it is deleted, so that cleanup finds all of them.
   */
  readonly gatewayKeys: StoredGatewayKeys;
  /** The name of the one that meters. */
  readonly gatewayKey: string;
  /** The name of the one that meters until API Gateway surely knows the other, after a change of plan. */
  readonly previousGatewayKey: string | null;
}

/** Each name is used once, so that a removal never hits a newer gateway key. */
export const newGatewayKeyName = (keyId: string): string => `${keyId}.${randomBytes(4).toString('hex')}`;

export const gatewayKeysOf = (item: Item): StoredGatewayKeys =>
  map<StoredGatewayKeys>(item, 'gatewayKeys') ?? {};

export const meteringOf = (item: Item): Metering => ({
  gatewayKeys: gatewayKeysOf(item),
  gatewayKey: requiredString(item, 'gatewayKey'),
  previousGatewayKey: optionalString(item, 'previousGatewayKey'),
});

/**
 * The gateway key that meters a key at a time. After a change of plan it stays the previous one for a minute,
 * so that no request gets a 503.
 *
 * @param now as a timestamp in the stored form
 */
export const meterOf = (item: Item, now: string): StoredGatewayKey & { readonly name: string } => {
  const { gatewayKeys, gatewayKey, previousGatewayKey } = meteringOf(item);
  const knownBefore = timestampOf(new Date(Date.parse(now) - KNOWN_AFTER_MILLISECONDS));
  const isKnown = (gatewayKeys[gatewayKey]?.at ?? '') <= knownBefore;
  const name = previousGatewayKey === null || isKnown ? gatewayKey : previousGatewayKey;
  const stored = gatewayKeys[name];
  if (stored === undefined) throw new CorruptItemError(item, 'gatewayKeys', 'gateway key that meters it');
  return { ...stored, name };
};
