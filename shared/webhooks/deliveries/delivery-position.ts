import { collectionSortKey } from '../../table/keys.ts';
import { collectionPosition, type TimeBounds } from '../../table/positions.ts';

/** DynamoDB's sequence numbers have at most 40 digits. */
const SEQUENCE = /^\d{1,40}$/;
const SEQUENCE_IN_POSITION = /#s\d{40}(?=#)/;

/**
 * Where a delivery is listed: `time#s<stream sequence>#id`. The stream's times are whole seconds, so the sequence orders
 * what one second holds. An event without one, such as a test event or one of an earlier version, stands at `time#id`,
 * before all others of its time: no UUID sorts after `s`.
 */
export const deliveryPosition = (
  event: { readonly timestamp: string; readonly streamSequence?: string | undefined },
  id: string,
): string => {
  const { timestamp, streamSequence = '' } = event;
  if (!SEQUENCE.test(streamSequence)) return collectionSortKey(timestamp, id);
  return `${timestamp}#s${streamSequence.padStart(40, '0')}#${id}`;
};

export const deliveryIdAt = (position: string): string => position.slice(position.lastIndexOf('#') + 1);

/** As {@link collectionPosition}, for a position of either form. */
export const readDeliveryPosition = (bounds: TimeBounds): ((text: string) => string | undefined) => {
  const read = collectionPosition(bounds);
  return (text) => (read(text.replace(SEQUENCE_IN_POSITION, '')) === undefined ? undefined : text);
};
