import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import { readEndpoints } from '../../webhooks/endpoints/endpoint-repository.ts';
import { type ErasedDeliveries, eraseDeliveries } from './erase-deliveries.ts';
import { eraseFromFeed } from './erase-from-feed.ts';
import { eraseStoredBody } from './erase-stored-bodies.ts';

/** Stored bodies erased concurrently. */
const CONCURRENCY = 8;

/** What was removed from the feed and from webhooks. */
export interface ErasedEvents extends ErasedDeliveries {
  /** Events. */
  readonly events: number;
}

/**
 * Removes the events that hold data of a person. Cancels their pending deliveries, and clears the responses
 * of past attempts. Can be interrupted and repeated.
 *
 * @param storedIds candidates among the events whose bodies the previous version stored outside the feed:
 * other events among them stay
 */
export const eraseEvents = async (
  table: Table,
  organizationId: string,
  personId: string,
  storedIds: readonly string[],
): Promise<ErasedEvents> => {
  const endpoints = await readEndpoints(table, organizationId);
  let cancelledDeliveries = 0;
  let responses = 0;
  // Before the event itself, which alone leads to its deliveries when an interrupted erasure is repeated.
  const beforeErasing = async (eventId: string): Promise<void> => {
    const erased = await eraseDeliveries(table, organizationId, eventId, endpoints);
    cancelledDeliveries += erased.cancelledDeliveries;
    responses += erased.responses;
  };
  const erased = new Set(await eraseFromFeed(table, organizationId, personId, beforeErasing));
  await forEachConcurrently(storedIds, CONCURRENCY, async (eventId) => {
    const isErased = await eraseStoredBody(table, organizationId, personId, eventId, beforeErasing);
    if (isErased) erased.add(eventId);
  });
  return { events: erased.size, cancelledDeliveries, responses };
};
