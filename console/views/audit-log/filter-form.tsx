import { SelectField, TextField } from '../../parts/field.tsx';
import { Filters } from '../../parts/filters.tsx';
import type { ListAddress } from '../../parts/list-address.ts';
import { localOf, timestampOfLocal } from '../../parts/local-time.ts';
import { rangeError } from '../../parts/range-error.ts';
import { Segments } from '../../parts/segments.tsx';
import { timeZoneName } from '../../parts/time-zone.ts';
import { useFilterValues } from '../../parts/use-filter-values.ts';
import { AUDIT_LOG_PATH } from '../../routing/audit-log-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { ACTION_NAMES } from './action-names.ts';
import { PERIODS, periodOf } from './audit-query.ts';

interface FilterFormProps {
  readonly address: ListAddress;
  /** The error of the last load. */
  readonly error: unknown;
}

/** Filters the log. The filters are in the address, so that results can be linked to. */
export const FilterForm = ({ address: { filters, change }, error }: FilterFormProps) => {
  const [values, set] = useFilterValues({
    search: filters['search'] ?? filters['targetId'] ?? '',
    actor: filters['actor'] ?? filters['actorId'] ?? '',
    action: filters['action'] ?? '',
    after: localOf(filters['after'], 1),
    before: localOf(filters['before'], -1),
  });
  const submit = (): void => {
    const { search, actor, action, after, before } = values;
    // An unchanged id stays one: links find by it what a search would find more of.
    const isSameTarget = filters['targetId'] !== undefined && search === filters['targetId'];
    const isSameActor = filters['actorId'] !== undefined && actor === filters['actorId'];
    change({
      action,
      ...(isSameTarget ? {} : { search: search.trim(), targetId: undefined }),
      ...(isSameActor ? {} : { actor: actor.trim(), actorId: undefined }),
      after: after === '' ? undefined : timestampOfLocal(after, -1),
      before: before === '' ? undefined : timestampOfLocal(before, 1),
      ...(after === '' && before === '' ? {} : { period: undefined }),
    });
  };
  const field = (name: 'search' | 'actor' | 'after' | 'before', label: string) => (
    <TextField
      label={label}
      parameter={name}
      type={name === 'after' || name === 'before' ? 'datetime-local' : 'text'}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <search>
      <Filters
        count={Object.keys(filters).length}
        clearHref={hrefOf(AUDIT_LOG_PATH)}
        error={error}
        findError={() => rangeError(values.after, values.before)}
        onSearch={submit}
      >
        {field('search', 'Name, detail or id')}
        {field('actor', 'Who (name or id)')}
        <SelectField
          label="What"
          options={ACTION_NAMES}
          value={values.action}
          onChange={(action) => set({ action })}
        />
        {field('after', 'From')}
        {field('before', 'Until')}
      </Filters>
      <div class="toolbar">
        <Segments
          legend="When"
          options={PERIODS}
          value={periodOf(filters)}
          onChange={(period) => change({ period, after: undefined, before: undefined })}
        />
        <p class="muted toolbar-note">Times in {timeZoneName()}</p>
      </div>
    </search>
  );
};
