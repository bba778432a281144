import { timestampOf } from '../../domain/timestamp.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from './delivery.ts';
import { clearDelivery, isEventErased, readDelivery } from './delivery-repository.ts';

/** What was removed from deliveries. */
export interface ErasedDeliveries {
  /** Pending deliveries that were cancelled. */
  readonly cancelledDeliveries: number;
  /** Recorded attempts whose response was removed, because it may repeat the event. */
  readonly responses: number;
}

export const NOTHING_ERASED: ErasedDeliveries = { cancelledDeliveries: 0, responses: 0 };

const responsesOf = ({ attempts }: Delivery): number =>
  attempts.filter(({ responseBody }) => responseBody !== null && responseBody !== '').length;

/** Whether a delivery may still send its event, or has something that may repeat it. */
const holdsEvent = (delivery: Delivery): boolean =>
  delivery.state === 'pending' || delivery.body !== null || responsesOf(delivery) > 0;

/**
 * Cancels a delivery if it is pending, and removes the responses of its attempts.
 *
 * @param read the delivery as it was read
 */
export const eraseDelivery = (table: Table, read: Delivery): Promise<ErasedDeliveries> =>
  retryLostRaces(async (attempt) => {
    const delivery = attempt === 1 ? read : await readDelivery(table, read.organizationId, read.id);
    if (delivery === undefined || !holdsEvent(delivery)) return NOTHING_ERASED;
    if (!(await clearDelivery(table, delivery, timestampOf(new Date())))) return LOST;
    return {
      cancelledDeliveries: Number(delivery.state === 'pending'),
      responses: responsesOf(delivery),
    };
  });

/**
 * Erases a delivery that was just stored, if its event is being erased. The erasure marks the event before it
 * reads the event's deliveries, so either it finds what was stored, or the mark is found here.
 *
 * @returns whether the event is being erased
 */
export const eraseIfMarked = async (table: Table, stored: Delivery): Promise<boolean> => {
  if (!holdsEvent(stored)) return false;
  if (!(await isEventErased(table, stored.organizationId, stored.eventId))) return false;
  await eraseDelivery(table, stored);
  return true;
};
