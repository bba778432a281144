import type { PlacedEvent } from '../api/types.ts';
import { isKindSegment, KINDS, type KindSegment } from '../routing/record-paths.ts';

type ShownEvent = Pick<PlacedEvent['event'], 'type' | 'data'>;

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The kind of record that an event type is about; `undefined` for one without a page. */
export const segmentOf = (type: string): KindSegment | undefined =>
  Object.keys(KINDS)
    .filter(isKindSegment)
    .find((segment) => type.startsWith(`${KINDS[segment].name}.`));

/** What the record of an event is called, as the event shows it; `undefined` if it has no name. */
export const recordNameOf = ({ data }: ShownEvent): string | undefined => {
  const fullName = [data['firstName'], data['lastName']].flatMap((part) => textOf(part) ?? []).join(' ');
  return (
    textOf(fullName) ??
    textOf(data['name']) ??
    textOf(data['domain']) ??
    textOf(data['description']) ??
    textOf(data['fileName'])
  );
};
