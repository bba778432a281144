import { useState } from 'preact/hooks';
import type { AuditFilters } from '../../api/types.ts';
import { Field } from '../../parts/field.tsx';
import { localTimeOf, timestampOfLocal } from '../../parts/local-time.ts';
import { errorAt } from '../../parts/problem-message.tsx';
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

/** The input of the form. */
interface Values {
  readonly actor: string;
  readonly target: string;
  readonly after: string;
  readonly before: string;
}

const localOf = (timestamp: string | undefined): string =>
  timestamp === undefined || Number.isNaN(Date.parse(timestamp)) ? '' : localTimeOf(Date.parse(timestamp));

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
    actor: shown(actors, filters.actorId),
    target: shown(targets, filters.targetId),
    after: localOf(filters.after),
    before: localOf(filters.before),
    ...changed,
  };
  const search = (event: Event): void => {
    event.preventDefault();
    location.hash = hrefOf(
      auditLogPath({
        actorId: idOf(actors, values.actor),
        targetId: idOf(targets, values.target),
        after: values.after === '' ? undefined : timestampOfLocal(values.after, -1),
        before: values.before === '' ? undefined : timestampOfLocal(values.before, 1),
      }),
    );
  };
  const field = (name: keyof Values, label: string, parameter: string, list?: string) => (
    <Field label={label} error={errorAt(error, parameter)}>
      {(attributes) => (
        <input
          {...attributes}
          type={list === undefined ? 'datetime-local' : 'text'}
          autocomplete="off"
          list={list}
          value={values[name]}
          onInput={({ currentTarget }) => setChanged({ ...changed, [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <search>
      <form class="filters" noValidate onSubmit={search}>
        {field('actor', 'Who (name or id)', 'actorId', 'known-actors')}
        {field('target', 'Key or endpoint (name or id)', 'targetId', 'known-targets')}
        {field('after', 'From', 'after')}
        {field('before', 'Until', 'before')}
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
