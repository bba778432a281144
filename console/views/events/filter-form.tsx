import { useState } from 'preact/hooks';
import { EVENT_PATTERNS } from '../../../shared/contract/event-types.ts';
import { FormError, SelectField, TextField } from '../../parts/field.tsx';
import type { ListAddress } from '../../parts/list-address.ts';
import { localOf, timestampOfLocal } from '../../parts/local-time.ts';
import { timeZoneName } from '../../parts/time-zone.ts';
import { EVENTS_PATH } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '': 'All types',
  ...Object.fromEntries(EVENT_PATTERNS.filter((each) => each !== '*').map((each) => [each, each])),
};

const KINDS: Readonly<Record<string, string>> = {
  '': 'All records',
  person: 'A person',
  company: 'A company',
  call_list: 'A call list',
  call_list_entry: 'A call list entry',
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
  const [values, setValues] = useState(() => ({
    types: filters['types'] ?? '',
    kind: filters['kind'] ?? '',
    id: filters['id'] ?? '',
    after: localOf(filters['after'], 1),
    before: localOf(filters['before'], -1),
  }));
  const search = (event: Event): void => {
    event.preventDefault();
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
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <search>
      <form class="filters" noValidate onSubmit={search}>
        <FormError.Provider value={error}>
          <SelectField
            label="Type"
            parameter="types"
            options={TYPES}
            value={values.types}
            onChange={(types) => setValues({ ...values, types })}
          />
          {timeField('after', 'From')}
          {timeField('before', 'Until')}
          <SelectField
            label="About"
            parameter="kind"
            options={KINDS}
            value={values.kind}
            onChange={(kind) => setValues({ ...values, kind })}
          />
          <TextField
            label="Record id"
            parameter="id"
            autocapitalize="none"
            spellcheck={false}
            value={values.id}
            onChange={(id) => setValues({ ...values, id })}
          />
        </FormError.Provider>
        <div class="actions">
          <button type="submit">Search</button>
          {Object.keys(filters).length > 0 && (
            <a class="button button-quiet" href={hrefOf(EVENTS_PATH)}>
              Clear
            </a>
          )}
          <p class="muted">Times in {timeZoneName()}</p>
        </div>
      </form>
    </search>
  );
};
