import { ACTIVITY_SAMPLE_SIZE } from '../../contract/webhooks/webhook-limits.ts';
import type { ActivityPeriod, Attempt, EndpointActivity } from '../../contract/webhooks/webhook-views.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { COLLECTION_INDEX } from '../../table/items/schema.ts';
import { webhookDeliveryPartition } from '../../table/items/webhook-keys.ts';
import { readItems, readWholeItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { deliveryFromItem } from './delivery-repository.ts';
import { readHiddenBefore } from './list-deliveries.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** The lengths of the periods that activity is divided into, and their number. */
const SPANS = {
  lastDay: { hours: 1, periods: 24 },
  lastWeek: { hours: 6, periods: 28 },
} as const;

export type ActivitySpan = keyof typeof SPANS;

/** By nearest rank, so that it is always a measured value. */
const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;

const summarize = (
  attempts: readonly Attempt[],
): Pick<ActivityPeriod, 'succeeded' | 'failed' | 'p50Milliseconds' | 'p95Milliseconds'> => {
  const failed = attempts.filter(({ error }) => error !== null).length;
  const durations = attempts
    .filter(({ status }) => status !== null)
    .map(({ durationMilliseconds }) => durationMilliseconds)
    .toSorted((one, other) => one - other);
  return {
    succeeded: attempts.length - failed,
    failed,
    p50Milliseconds: percentile(durations, 0.5),
    p95Milliseconds: percentile(durations, 0.95),
  };
};

interface Period {
  readonly start: string;
  readonly end: string;
}

/** The periods up to the current one, oldest first. They start on full hours, UTC. */
const periodsUntil = (now: number, span: ActivitySpan): readonly Period[] => {
  const { hours, periods } = SPANS[span];
  const length = hours * HOUR_MILLISECONDS;
  const current = Math.floor(now / length) * length;
  return Array.from({ length: periods }, (_, index) => {
    const start = current - (periods - 1 - index) * length;
    return { start: timestampOf(new Date(start)), end: timestampOf(new Date(start + length)) };
  });
};

/**
 * The attempts of the deliveries to an endpoint, by the time of their events. Nothing is counted ahead: it
 * reads up to {@link ACTIVITY_SAMPLE_SIZE} deliveries of each period, all periods in parallel, and marks
 * those that have more.
 *
 * Costs about 12 read units for an idle endpoint, half a unit per query. At full samples of deliveries below
 * 4 KB, a query of 51 keys is 2.5 units and a delivery half a unit: 660 units for a day, 770 for a week.
 */
export const readEndpointActivity = async (
  reader: TableReader,
  organizationId: string,
  endpointId: string,
  span: ActivitySpan,
  now: number,
): Promise<EndpointActivity> => {
  const hiddenBefore = await readHiddenBefore(reader, organizationId);
  const partition = webhookDeliveryPartition(organizationId, endpointId);
  const keysOf = async ({ start, end }: Period): Promise<readonly Item[]> => {
    if (hiddenBefore >= end) return [];
    const from = hiddenBefore > start ? `${hiddenBefore}$` : start;
    const limit = ACTIVITY_SAMPLE_SIZE + 1;
    return readItems(reader, { index: COLLECTION_INDEX, partition, from, to: end, descending: true, limit });
  };
  const periods = await Promise.all(
    periodsUntil(now, span).map(async (period) => ({ ...period, keys: await keysOf(period) })),
  );
  const stored = await readWholeItems(
    reader,
    periods.flatMap(({ keys }) => keys.slice(0, ACTIVITY_SAMPLE_SIZE)),
  );
  const deliveries = new Map(stored.map((item) => [item['pk'], deliveryFromItem(item)]));
  return periods.map(({ start, end, keys }) => {
    const sample = keys.slice(0, ACTIVITY_SAMPLE_SIZE).flatMap(({ pk }) => deliveries.get(pk) ?? []);
    return {
      start,
      end,
      deliveries: sample.length,
      isSample: keys.length > ACTIVITY_SAMPLE_SIZE,
      ...summarize(sample.flatMap(({ attempts }) => attempts)),
    };
  });
};
