import type { PlacedEvent } from '../api/types.ts';
import { RecordLink } from './record-link.tsx';
import { recordNameOf, segmentOf, textOf } from './record-of-event.ts';

interface EventRecordProps {
  readonly event: Pick<PlacedEvent['event'], 'type' | 'data'>;
  /** The names of people whom entries call. */
  readonly personNameOf?: ((id: string | null) => string) | undefined;
}

/** The record that an event is about, by name. An entry has no page; its person and its call list have. */
export const EventRecord = ({ event, personNameOf }: EventRecordProps) => {
  const { type, data } = event;
  const id = textOf(data['id']) ?? '';
  const segment = segmentOf(type);
  if (segment !== undefined) return <RecordLink kind={segment} id={id} text={recordNameOf(event)} />;
  const callListId = textOf(data['callListId']);
  const personId = textOf(data['personId']);
  if (callListId === undefined)
    return <span class="anywhere">{recordNameOf(event) ?? <code>{id}</code>}</span>;
  return (
    <>
      {personId === undefined ? (
        <code class="anywhere">{id}</code>
      ) : (
        <RecordLink kind="people" id={personId} text={personNameOf?.(personId)} />
      )}
      <span class="line muted">
        in the <RecordLink kind="call-lists" id={callListId} text="call list" />
      </span>
    </>
  );
};
