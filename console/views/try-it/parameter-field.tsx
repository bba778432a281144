import type { QueryParameter } from '../../../shared/contract/query-parameters.ts';
import { Choices, Field } from '../../parts/field.tsx';
import { errorAt } from '../../parts/problem-message.tsx';

interface ParameterFieldProps {
  readonly name: string;
  readonly parameter: QueryParameter;
  /** The value in the query string; empty to omit the parameter. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error of the last attempt. */
  readonly error: unknown;
}

const hintOf = (parameter: QueryParameter): string => {
  switch (parameter.kind) {
    case 'integer':
      return `${parameter.minimum} to ${parameter.maximum}; defaults to ${parameter.default}.`;
    case 'timestamp':
      return 'Such as 2026-01-31T09:30:00Z.';
    case 'cursor':
      return 'The nextCursor of the previous page.';
    case 'boolean':
      return 'Omit for both.';
    case 'enum':
      return parameter.default === undefined ? '' : `defaults to ${parameter.default}.`;
    default:
      return '';
  }
};

const valuesOf = (parameter: QueryParameter): readonly string[] => {
  if (parameter.kind === 'boolean') return ['true', 'false'];
  return parameter.kind === 'enum' ? parameter.values : [];
};

const SetField = ({
  name,
  values,
  value,
  onChange,
}: Omit<ParameterFieldProps, 'parameter' | 'error'> & { readonly values: readonly string[] }) => {
  const chosen = value.split(',');
  return (
    <Choices legend={name}>
      {values.map((each) => (
        <label key={each} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(values.filter((other) => (other === each ? checked : chosen.includes(other))).join())
            }
          />
          {each}
        </label>
      ))}
    </Choices>
  );
};

/** One query parameter, with the control that fits its kind. */
export const ParameterField = ({ parameter, ...field }: ParameterFieldProps) => {
  const { name, value, onChange, error } = field;
  if (parameter.kind === 'set') return <SetField {...field} values={parameter.values} />;
  const values = valuesOf(parameter);
  return (
    <Field label={name} hint={hintOf(parameter)} error={errorAt(error, `query.${name}`)}>
      {(attributes) =>
        values.length > 0 ? (
          <select
            {...attributes}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          >
            <option value="">omitted</option>
            {values.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...attributes}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )
      }
    </Field>
  );
};
