import { useState } from 'preact/hooks';
import { EVENT_PATTERNS } from '../../../shared/contract/event-types.ts';
import { FormError, SelectField, TextField } from '../../parts/field.tsx';
import { EVENTS_PATH, eventsPath, type GivenFilters } from '../../routing/event-paths.ts';
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
  readonly filters: GivenFilters;
  /** The error of the last load. */
  readonly error: unknown;
}

/** Filters the events. The filters are in the address, so that results can be linked to. */
export const FilterForm = ({ filters, error }: FilterFormProps) => {
  const [values, setValues] = useState(filters);
  const search = (event: Event): void => {
    event.preventDefault();
    location.hash = hrefOf(eventsPath({ ...values, id: values.id.trim().toLowerCase() }));
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <search>
      <form class="filters" noValidate onSubmit={search}>
        <FormError.Provider value={error}>
          <SelectField
            label="Type"
            parameter="types"
            options={TYPES}
            value={values.type}
            onChange={(type) => setValues({ ...values, type })}
          />
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
          {isFiltered && (
            <a class="button button-quiet" href={hrefOf(EVENTS_PATH)}>
              Clear
            </a>
          )}
        </div>
      </form>
    </search>
  );
};
