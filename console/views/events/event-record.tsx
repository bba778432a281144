import type { PlacedEvent } from '../../api/types.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import { isKindSegment, KINDS, type KindSegment } from '../../routing/record-paths.ts';

const segmentOf = (type: string): KindSegment | undefined =>
  Object.keys(KINDS)
    .filter(isKindSegment)
    .find((segment) => type.startsWith(`${KINDS[segment].name}.`));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The record that an event is about. An entry has no page; its call list has. */
export const EventRecord = ({ event: { type, data } }: Pick<PlacedEvent, 'event'>) => {
  const id = textOf(data['id']) ?? '';
  const segment = segmentOf(type);
  if (segment !== undefined) return <RecordLink kind={segment} id={id} />;
  const callListId = textOf(data['callListId']);
  return (
    <>
      <code class="anywhere">{id}</code>
      {callListId !== undefined && (
        <span class="block muted">
          in the <RecordLink kind="call-lists" id={callListId} text="call list" />
        </span>
      )}
    </>
  );
};
