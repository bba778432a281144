import type { KindName } from '../../shared/kinds/names.ts';
import type { PlacedEvent } from '../api/types.ts';
import { EXPORTS_PATH } from '../routing/export-paths.ts';
import { importPath } from '../routing/import-paths.ts';
import { hrefOf } from '../routing/route.ts';
import { RecordLink } from './record-link.tsx';
import { recordNameOf, segmentOf, textOf } from './record-of-event.ts';
import { RESOURCES } from './resources.ts';

interface EventRecordProps {
  readonly event: Pick<PlacedEvent['event'], 'type' | 'data'>;
  /** The names of people whom entries call. */
  readonly personNameOf?: ((id: string | null) => string) | undefined;
}

const isResource = (value: unknown): value is KindName =>
  typeof value === 'string' && Object.hasOwn(RESOURCES, value);

/** The import or export that an event is about. */
const jobOf = (event: EventRecordProps['event'], id: string) => {
  const { type, data } = event;
  if (type.startsWith('import.')) return { path: importPath(id), text: recordNameOf(event) ?? id };
  const { resource } = data;
  if (!type.startsWith('export.') || !isResource(resource)) return undefined;
  return { path: EXPORTS_PATH, text: `export of ${RESOURCES[resource].toLowerCase()}` };
};

/** The record that an event is about, by name. An entry has no page; its person and its call list have. */
export const EventRecord = ({ event, personNameOf }: EventRecordProps) => {
  const { type, data } = event;
  const id = textOf(data['id']) ?? '';
  const segment = segmentOf(type);
  if (segment !== undefined) return <RecordLink kind={segment} id={id} text={recordNameOf(event)} />;
  const callListId = textOf(data['callListId']);
  const personId = textOf(data['personId']);
  const job = jobOf(event, id);
  if (job !== undefined) {
    return (
      <a class="anywhere" href={hrefOf(job.path)}>
        {job.text}
      </a>
    );
  }
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
