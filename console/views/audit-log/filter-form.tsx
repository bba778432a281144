import { useState } from 'preact/hooks';
import type { AuditFilters } from '../../api/types.ts';
import { FormError, TextField } from '../../parts/field.tsx';
import { localTimeOf, timestampOfLocal } from '../../parts/local-time.ts';
import { hrefOf } from '../../routing/route.ts';
import { AUDIT_LOG_PATH, auditLogPath } from './audit-log-paths.ts';
import { idOf, type Names } from './use-known-names.ts';

interface FilterFormProps {
  readonly filters: AuditFilters;
  /** Names by id, to choose from. */
  readonly actors: Names;
  readonly targets: Names;
  /** The error of the last load. */
  readonly error: unknown;
}

/** The input of the form: names or ids, and local times. */
type Values = Readonly<Record<keyof AuditFilters, string>>;

/** @param milliseconds added, because the API's bounds are exclusive */
const localOf = (timestamp: string | undefined, milliseconds: number): string => {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? '' : localTimeOf(time + milliseconds);
};

const Suggestions = ({ id, names }: { readonly id: string; readonly names: Names }) => (
  <datalist id={id}>
    {[...names].map(([value, name]) => (
      <option key={value} value={name}>
        {value}
      </option>
    ))}
  </datalist>
);

/** Filters the log. The filters are in the address, so that results can be linked to. */
export const FilterForm = ({ filters, actors, targets, error }: FilterFormProps) => {
  const [changed, setChanged] = useState<Partial<Values>>({});
  const shown = (names: Names, id = ''): string => names.get(id) ?? id;
  const values: Values = {
    actorId: shown(actors, filters.actorId),
    targetId: shown(targets, filters.targetId),
    after: localOf(filters.after, 1),
    before: localOf(filters.before, -1),
    ...changed,
  };
  const search = (event: Event): void => {
    event.preventDefault();
    location.hash = hrefOf(
      auditLogPath({
        actorId: idOf(actors, values.actorId),
        targetId: idOf(targets, values.targetId),
        after: values.after === '' ? undefined : timestampOfLocal(values.after, -1),
        before: values.before === '' ? undefined : timestampOfLocal(values.before, 1),
      }),
    );
  };
  const field = (name: keyof AuditFilters, label: string, list?: string) => (
    <TextField
      label={label}
      parameter={name}
      type={list === undefined ? 'datetime-local' : 'text'}
      list={list}
      value={values[name]}
      onChange={(value) => setChanged({ ...changed, [name]: value })}
    />
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <search>
      <form class="filters" noValidate onSubmit={search}>
        <FormError.Provider value={error}>
          {field('actorId', 'Who (name or id)', 'known-actors')}
          {field('targetId', 'Key, endpoint, user or record (name or id)', 'known-targets')}
          {field('after', 'From')}
          {field('before', 'Until')}
        </FormError.Provider>
        <div class="actions">
          <button type="submit">Search</button>
          {isFiltered && (
            <a class="button button-quiet" href={hrefOf(AUDIT_LOG_PATH)}>
              Clear
            </a>
          )}
        </div>
        <Suggestions id="known-actors" names={actors} />
        <Suggestions id="known-targets" names={targets} />
      </form>
    </search>
  );
};
