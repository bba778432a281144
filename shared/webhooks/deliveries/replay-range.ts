import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { LISTED_STATES } from '../../contract/webhook-limits.ts';
import type { Table } from '../../table/table.ts';
import { readEnabledEndpoint } from '../endpoints/endpoint-repository.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { listDeliveries } from './list-deliveries.ts';
import { startSeries } from './replay-delivery.ts';

/** The deliveries to replay. Both bounds are exclusive, by the time of the event. */
export interface ReplayRequest {
  readonly after: string;
  readonly before: string;
  readonly states: readonly ReplayedState[];
  /** Where the previous call ended. */
  readonly position?: string | undefined;
}

export type ReplayedState = Exclude<Delivery['state'], 'pending'>;

export interface ReplayResult {
  readonly replayed: number;
  /** Deliveries whose events are not stored, or that were replayed or attempted concurrently. */
  readonly skipped: number;
  /** Where the next call continues, if the range may hold more. */
  readonly next?: string;
}

/** Bounds one call to the duration of a request. */
const MAX_REPLAYED = 200;
const MAX_READ = 2_000;
const PAGE_SIZE = 100;

/**
 * Delivers the events of a time range again, oldest first, a few hundred per call: repeat it from `next`
 * until that is absent. Pending deliveries are skipped, so repeating a call is safe.
 *
 * @returns `undefined` if the organization has no endpoint with this id
 * @throws WebhookConflictError if the endpoint is disabled
 */
export const replayRange = async (
  store: Table,
  queue: DeliveryQueue,
  organizationId: string,
  endpointId: string,
  request: ReplayRequest,
  actor: Actor,
): Promise<ReplayResult | undefined> => {
  if ((await readEnabledEndpoint(store, organizationId, endpointId)) === undefined) return undefined;
  const { after, before, states, position: start } = request;
  // Recorded first, and for each call: a call that fails halfway has still replayed deliveries.
  await store.writer.transact([
    recordEntry(
      'webhook_endpoint.replayed',
      { organizationId, actor, targetId: endpointId },
      { after, before, states, isContinued: start !== undefined },
    ),
  ]);
  // The index lists failed and missed deliveries by state; other selections read all of the endpoint's
  // deliveries.
  const listed = LISTED_STATES.filter((state) => states.some((each) => each === state));
  const selection = {
    organizationId,
    endpointId,
    after,
    before,
    states: new Set(listed.length === states.length ? listed : []),
  };
  const isReplayed = ({ state }: Delivery): boolean => states.some((each) => each === state);
  let position = start;
  let read = 0;
  let replayed = 0;
  let skipped = 0;
  do {
    const page = await listDeliveries(store, selection, { limit: PAGE_SIZE, position, isOldestFirst: true });
    const starts = await startSeries(store, queue, page.deliveries.filter(isReplayed));
    const failures = starts.filter((start) => typeof start === 'string').length;
    replayed += starts.length - failures;
    skipped += failures;
    position = page.next;
    read += PAGE_SIZE;
  } while (position !== undefined && read < MAX_READ && replayed + skipped < MAX_REPLAYED);
  return position === undefined ? { replayed, skipped } : { replayed, skipped, next: position };
};
