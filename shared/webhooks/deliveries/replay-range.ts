import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import { readEnabledEndpoint } from '../endpoints/read-enabled-endpoint.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { type DeliverySelection, listDeliveries } from './list-deliveries.ts';
import { startSeries } from './start-series.ts';

/** What to deliver again: by the time of the events, both bounds left out. */
export interface ReplayRequest {
  readonly after: string;
  readonly before: string;
  readonly states: readonly ReplayedState[];
  /** Where the call before this one ended. */
  readonly position?: string | undefined;
}

export type ReplayedState = Exclude<Delivery['state'], 'pending'>;

export interface ReplayResult {
  /** Deliveries that were started anew. */
  readonly replayed: number;
  /** Deliveries whose events are not stored, or which somebody else just started. */
  readonly skipped: number;
  /** Where to go on, while the range may hold more. */
  readonly next?: string;
}

/** Deliveries that one call starts at the most: it has to end within a request. */
const MAX_REPLAYED = 200;

/** Deliveries that are read at a time, and that one call looks at in all. */
const PAGE_SIZE = 100;
const MAX_READ = 2_000;

/** From one partition of the index, if only one is asked for; else all of the endpoint's deliveries are looked at. */
const selectionOf = (
  organizationId: string,
  endpointId: string,
  { after, before, states }: ReplayRequest,
): DeliverySelection => {
  const [only] = states;
  const state = states.length === 1 && only !== 'succeeded' ? only : undefined;
  return { organizationId, endpointId, after, before, state };
};

/**
 * Delivers the events of a time range again, oldest first, a few hundred at a call: repeat it from `next` on until
 * there is none. What is pending already is left alone, so that repeating a call does no harm.
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
  // Each call of a replay tells of itself, before it does anything.
  await store.writer.transact([
    recordEntry({
      organizationId,
      at: timestampOf(new Date()),
      actor,
      action: 'webhook_endpoint.replayed',
      targetId: endpointId,
      details: { after, before, states, isContinued: start !== undefined },
    }),
  ]);
  const selection = selectionOf(organizationId, endpointId, request);
  const isReplayed = ({ state }: Delivery): boolean => request.states.some((each) => each === state);
  let position = start;
  let isOver = false;
  let replayed = 0;
  let skipped = 0;
  for (let read = 0; !isOver && read < MAX_READ && replayed + skipped < MAX_REPLAYED; read += PAGE_SIZE) {
    const page = await listDeliveries(store, selection, { limit: PAGE_SIZE, position, isOldestFirst: true });
    const starts = await startSeries(store, queue, page.deliveries.filter(isReplayed));
    const failures = starts.filter((start) => typeof start === 'string').length;
    replayed += starts.length - failures;
    skipped += failures;
    position = page.next;
    isOver = position === undefined;
  }
  return position === undefined ? { replayed, skipped } : { replayed, skipped, next: position };
};
