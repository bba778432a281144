import { timestampOf } from '../domain/timestamp.ts';
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../runtime/durations.ts';
import type { Item } from '../table/reader.ts';
import {
  hasMark,
  REPLACED_GATEWAY_KEYS,
  type ReplacedGatewayKey,
  replacedGatewayKeysOf,
} from './gateway-key-marks.ts';
import {
  GATEWAY_KEY,
  GATEWAY_KEY_FROM,
  GATEWAY_KEY_ID,
  gatewayKeyOf,
  type Meter,
  meterOf,
  PREVIOUS_GATEWAY_KEY,
} from './metering.ts';

/** API Gateway needs some seconds to know a new gateway key, and documents no maximum. */
const KNOWN_AFTER_MILLISECONDS = 60_000;

/**
 * How long a replaced gateway key outlives the day of its quota, so that a change of plan which is about to
 * take it up again never loses it.
 */
const KEPT_AFTER_MILLISECONDS = MILLISECONDS_PER_HOUR;

/** The UTC day of a timestamp, for which API Gateway counts a quota. */
const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** The gateway key that is to meter from now on, or from `readyAt`. */
export interface TargetGatewayKey extends Meter {
  /** `undefined` if API Gateway has known it for long. */
  readonly readyAt?: string | undefined;
}

/** When API Gateway surely knows a gateway key that it has just created. */
export const readyAfter = (created: number): string =>
  timestampOf(new Date(created + KNOWN_AFTER_MILLISECONDS));

/** The gateway key that metered under this plan today, so that no quota is granted twice a day. */
export const reusableGatewayKey = (item: Item, plan: string, now: string): TargetGatewayKey | undefined => {
  const replaced = replacedGatewayKeysOf(item)[plan];
  if (replaced === undefined || dayOf(replaced.replacedAt) < dayOf(now)) return undefined;
  if (!hasMark(item, replaced.name)) return undefined;
  return { name: replaced.name, id: replaced.id ?? null, plan, readyAt: replaced.readyAt };
};

/** Whether a change back to the plan of a replaced gateway key may still need it. */
export const isKept = ({ replacedAt }: ReplacedGatewayKey, now: string): boolean => {
  const endOfDay = Date.parse(dayOf(replacedAt)) + MILLISECONDS_PER_DAY;
  return Date.parse(now) <= endOfDay + KEPT_AFTER_MILLISECONDS;
};

/** The attributes of a change of plan. */
export interface PlanSwitch {
  /** For the key, and for each predecessor that shares its gateway key. */
  readonly meter: Readonly<Record<string, unknown>>;
  /** For the owner of the gateway keys. */
  readonly replaced: Readonly<Record<string, unknown>>;
}

const replacedBy = ({ name, id }: Meter, replacedAt: string, readyAt?: unknown): ReplacedGatewayKey => ({
  name,
  ...(id === null ? {} : { id }),
  ...(typeof readyAt === 'string' ? { readyAt } : {}),
  replacedAt,
});

/** Switches a key to another gateway key: at once if API Gateway knows it already, else when it does. */
export const switchPlan = (item: Item, target: TargetGatewayKey, now: string): PlanSwitch => {
  const own = gatewayKeyOf(item);
  const metering = meterOf(item, now);
  const { name, id, plan, readyAt = now } = target;
  const isReady = readyAt <= now || name === metering.name;
  const replacedAt = isReady ? now : readyAt;
  const { [plan]: _, ...replaced } = {
    ...replacedGatewayKeysOf(item),
    [own.plan]: replacedBy(own, replacedAt, item[GATEWAY_KEY_FROM]),
    [metering.plan]: replacedBy(metering, replacedAt),
  };
  return {
    meter: {
      plan,
      [GATEWAY_KEY]: name,
      [GATEWAY_KEY_ID]: id,
      [GATEWAY_KEY_FROM]: isReady ? null : readyAt,
      [PREVIOUS_GATEWAY_KEY]: isReady ? null : { ...metering, id: metering.id ?? undefined },
    },
    replaced: { [REPLACED_GATEWAY_KEYS]: replaced },
  };
};
