import type { Field } from '../../../shared/kinds/fields.ts';
import { capitalized, type OwnKind } from '../../../shared/kinds/names.ts';
import { RECORD_ORDERS } from '../../../shared/operations/admin-api/record-filters.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { RecordLink } from '../../parts/record-link.tsx';
import { nameOf } from '../../parts/record-text.ts';
import type { Sorting } from '../../parts/sorting.tsx';
import { KINDS, type KindSegment } from '../../routing/record-paths.ts';
import { labelOf, RESOURCES } from '../../words.ts';
import { FieldValue } from './field-value.tsx';
import type { StoredRecord } from './read-records.ts';
import { fieldsOf, listedFields, NAMES, referencesIn } from './record-fields.ts';
import { useNames } from './use-names.ts';

interface RecordTableProps {
  readonly kind: KindSegment;
  readonly records: readonly StoredRecord[];
  /** A field that is the same in all of them. */
  readonly without?: string;
  readonly sorting?: Sorting | undefined;
}

/** What a table calls the times of its records, which have longer names on their pages. */
const TIMES: Readonly<Record<string, string>> = { changedAt: 'Changed', createdAt: 'Created' };

const sortOf = (kind: OwnKind, name: string): Pick<Column<never>, 'sort'> => {
  const sort = `-${name}`;
  return RECORD_ORDERS[kind].some((order) => order === sort) ? { sort } : {};
};

const shapeOf = ({ is }: Field): Pick<Column<never>, 'width' | 'isNumeric' | 'isClipped'> => {
  if (is === 'integer' || is === 'number' || is === 'seconds') return { width: 's', isNumeric: true };
  if (is === 'timestamp' || is === 'boolean') return { width: 's' };
  return { isClipped: true };
};

/** Records of a kind by name, with the fields that it lists. */
export const RecordTable = ({ kind, records, without, sorting }: RecordTableProps) => {
  const { resource, noun } = KINDS[kind];
  const fields = fieldsOf(resource);
  const listed = [...listedFields(resource), 'changedAt'].filter((name) => name !== without);
  const recordName = useNames(referencesIn(records, listed));
  const hasName = [...NAMES].some((name) => name !== 'id' && name in fields);
  const columns = listed.flatMap((name): readonly Column<StoredRecord>[] => {
    const field = fields[name];
    if (field === undefined) return [];
    const title = TIMES[name] ?? labelOf(name);
    const render = (record: StoredRecord) => (
      <FieldValue name={name} field={field} record={record} recordName={recordName} isShort />
    );
    return [{ title, ...shapeOf(field), ...sortOf(resource, name), render }];
  });
  const heading: Column<StoredRecord> = {
    title: hasName ? 'Name' : capitalized(noun),
    isHeading: true,
    isClipped: true,
    render: (record) => <RecordLink kind={kind} id={record.id} text={nameOf(record)} />,
  };
  return (
    <DataTable
      caption={RESOURCES[resource]}
      columns={[heading, ...columns]}
      items={records}
      keyOf={({ id }) => id}
      {...(sorting && { sorting })}
    />
  );
};
