import { EVENT_PATTERNS } from '../../../shared/contract/events/event-types.ts';
import { nameOfRecordKind, RECORD_EVENT_KINDS } from '../../../shared/kinds/event-kinds.ts';
import { capitalized, oneOf } from '../../../shared/kinds/names.ts';
import { type ApiError, inputError } from '../../api/problem.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Filters } from '../../parts/filters.tsx';
import type { ListAddress } from '../../parts/list-address.ts';
import { localOf, timestampOfLocal } from '../../parts/local-time.ts';
import { rangeError } from '../../parts/range-error.ts';
import { timeZoneName } from '../../parts/time-zone.ts';
import { useFilterValues } from '../../parts/use-filter-values.ts';
import { EVENTS_PATH } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '': 'All types',
  ...Object.fromEntries(EVENT_PATTERNS.filter((each) => each !== '*').map((each) => [each, each])),
};

const KINDS: Readonly<Record<string, string>> = {
  '': 'All records',
  ...Object.fromEntries(RECORD_EVENT_KINDS.map((kind) => [kind, capitalized(oneOf(nameOfRecordKind(kind)))])),
};

interface FilterFormProps {
  readonly address: ListAddress;
  /** The error of the last load. */
  readonly error: unknown;
}

const timestampOf = (local: string, milliseconds: number): string | undefined =>
  local === '' ? undefined : timestampOfLocal(local, milliseconds);

/** Filters the events. The filters are in the address, so that results can be linked to. */
export const FilterForm = ({ address: { filters, change }, error }: FilterFormProps) => {
  const [values, set] = useFilterValues({
    types: filters['types'] ?? '',
    kind: filters['kind'] ?? '',
    id: filters['id'] ?? '',
    after: localOf(filters['after'], 1),
    before: localOf(filters['before'], -1),
  });
  const findError = (): ApiError | undefined => {
    const { kind, id, after, before } = values;
    if (kind !== '' && id.trim() === '') return inputError('id', 'must be the id of the record');
    if (kind === '' && id.trim() !== '') return inputError('kind', 'Choose what the record id is the id of');
    return rangeError(after, before);
  };
  const search = (): void => {
    change({
      ...values,
      id: values.id.trim().toLowerCase(),
      after: timestampOf(values.after, -1),
      before: timestampOf(values.before, 1),
      live: undefined,
    });
  };
  const timeField = (name: 'after' | 'before', label: string) => (
    <TextField
      label={label}
      parameter={name}
      type="datetime-local"
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <search>
      <Filters
        count={Object.keys(filters).length}
        clearHref={hrefOf(EVENTS_PATH)}
        error={error}
        findError={findError}
        onSearch={search}
        note={`Times in ${timeZoneName()}`}
      >
        <SelectField
          label="Type"
          parameter="types"
          options={TYPES}
          value={values.types}
          onChange={(types) => set({ types })}
        />
        {timeField('after', 'From')}
        {timeField('before', 'Until')}
        <SelectField
          label="About"
          parameter="kind"
          options={KINDS}
          value={values.kind}
          onChange={(kind) => set({ kind })}
        />
        <TextField
          label="Record id"
          parameter="id"
          autocapitalize="none"
          spellcheck={false}
          value={values.id}
          onChange={(id) => set({ id })}
        />
      </Filters>
    </search>
  );
};
