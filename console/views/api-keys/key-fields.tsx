import { MAX_NAME_LENGTH } from '../../../shared/contract/api-key-limits.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/permissions.ts';
import { useConsole } from '../../console-context.ts';
import { Choices, Field } from '../../parts/field.tsx';
import { errorAt } from '../../parts/problem-message.tsx';

interface KeyFieldProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The error of the last attempt. */
  readonly error: unknown;
}

export const NameField = ({ value, onChange, error }: KeyFieldProps<string>) => (
  <Field
    label="Name"
    hint="The system that uses the key, such as “Data warehouse”."
    error={errorAt(error, 'name')}
  >
    {(attributes) => (
      <input
        {...attributes}
        type="text"
        required
        autocomplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Field>
);

const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'person:read': 'Read people',
  'company:read': 'Read companies',
  'call-list:read': 'Read call lists and their entries',
};

export const PermissionsField = ({ value, onChange, error }: KeyFieldProps<readonly Permission[]>) => (
  <Choices
    legend="Permissions"
    hint="Grant only what the system needs. Changes apply from its next request."
    error={errorAt(error, 'permissions')}
  >
    {PERMISSIONS.map((each) => (
      <label key={each} class="check">
        <input
          type="checkbox"
          checked={value.includes(each)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(PERMISSIONS.filter((other) => (other === each ? checked : value.includes(other))))
          }
        />
        <span>
          {PERMISSION_LABELS[each]} <code class="muted">{each}</code>
        </span>
      </label>
    ))}
  </Choices>
);

const NUMBER = new Intl.NumberFormat('en');

export const PlanField = ({ value, onChange, error }: KeyFieldProps<string>) => {
  const { usagePlans } = useConsole().configuration;
  return (
    <Field
      label="Usage plan"
      hint="Limits the requests per second and per day."
      error={errorAt(error, 'plan')}
    >
      {(attributes) => (
        <select {...attributes} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {Object.entries(usagePlans).map(([name, { rate, dailyQuota }]) => (
            <option key={name} value={name} selected={name === value}>
              {`${name} · ${NUMBER.format(rate)}/s, ${NUMBER.format(dailyQuota)}/day`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};
