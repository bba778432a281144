import { eraseFromFeed } from '../../events/feed/erase-from-feed.ts';
import type { EraseCopies } from '../../records/erasure/erase-person.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { readEndpoints } from '../endpoints/endpoint-repository.ts';
import { eraseDeliveries } from './erase-deliveries.ts';

/** Events whose deliveries are erased concurrently. */
const CONCURRENCY = 8;

/**
 * Removes the events that hold data of a person. Cancels their pending deliveries, and clears the responses
 * of past attempts. Can be interrupted and repeated.
 */
export const eraseEvents: EraseCopies = async (table, organizationId, personId) => {
  const endpoints = await readEndpoints(table, organizationId);
  let cancelledDeliveries = 0;
  let responses = 0;
  const eraseAt = async (at: typeof endpoints, eventId: string): Promise<void> => {
    const erased = await eraseDeliveries(table, organizationId, eventId, at);
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  };
  // Before the event itself, which alone leads to its deliveries when an interrupted erasure is repeated.
  const beforeErasing = (eventId: string): Promise<void> => eraseAt(endpoints, eventId);
  const erased = new Set(await eraseFromFeed(table, organizationId, personId, beforeErasing));
  // An event may have been on its way to endpoints that were registered since.
  const known = new Set(endpoints.map(({ id }) => id));
  const added = (await readEndpoints(table, organizationId)).filter(({ id }) => !known.has(id));
  if (added.length > 0) {
    await forEachConcurrently([...erased], CONCURRENCY, (eventId) => eraseAt(added, eventId));
  }
  return { events: erased.size, cancelledDeliveries, responses };
};
