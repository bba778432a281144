import type { KindName } from '../../shared/kinds/names.ts';
import type { PlacedEvent } from '../api/types.ts';
import { EXPORTS_PATH } from '../routing/export-paths.ts';
import { importPath } from '../routing/import-paths.ts';
import { type RecordAddress, segmentOfEvent } from '../routing/record-paths.ts';
import { hrefOf } from '../routing/route.ts';
import { RESOURCES } from '../words.ts';
import { RecordLink } from './record-link.tsx';
import { nameOf, textOf } from './record-text.ts';

type ShownEvent = Pick<PlacedEvent['event'], 'type' | 'data'>;

interface EventRecordProps {
  readonly event: ShownEvent;
  /** The names of {@link referencesOf} the event. */
  readonly recordName: (record: RecordAddress) => string;
}

/** The records that tell what an event is about, if its own has no page: whom an entry calls. */
export const referencesOf = ({ type, data: { personId } }: ShownEvent): readonly RecordAddress[] =>
  segmentOfEvent(type) === undefined && typeof personId === 'string'
    ? [{ kind: 'people', id: personId }]
    : [];

const isResource = (value: unknown): value is KindName =>
  typeof value === 'string' && Object.hasOwn(RESOURCES, value);

/** The import or export that an event is about. */
const jobOf = ({ type, data }: ShownEvent) => {
  if (type.startsWith('import.')) return { path: importPath(String(data['id'])), text: nameOf(data) };
  const { resource } = data;
  if (!type.startsWith('export.') || !isResource(resource)) return undefined;
  return { path: EXPORTS_PATH, text: `export of ${RESOURCES[resource].toLowerCase()}` };
};

/** The record that an event is about, by name. An entry has no page; its person and its call list have. */
export const EventRecord = ({ event, recordName }: EventRecordProps) => {
  const { type, data } = event;
  const id = String(data['id'] ?? '');
  const name = nameOf(data);
  const segment = segmentOfEvent(type);
  if (segment !== undefined) {
    return <RecordLink kind={segment} id={id} text={name === id ? undefined : name} />;
  }
  const job = jobOf(event);
  if (job !== undefined) {
    return (
      <a class="anywhere" href={hrefOf(job.path)}>
        {job.text}
      </a>
    );
  }
  const { callListId } = data;
  const [person] = referencesOf(event);
  if (typeof callListId !== 'string') {
    return (
      <span class="anywhere">{textOf(data['description']) ?? (name === id ? <code>{id}</code> : name)}</span>
    );
  }
  return (
    <>
      {person === undefined ? (
        <code class="anywhere">{id}</code>
      ) : (
        <RecordLink {...person} text={recordName(person)} />
      )}
      <span class="line muted">
        in the <RecordLink kind="call-lists" id={callListId} text="call list" />
      </span>
    </>
  );
};
