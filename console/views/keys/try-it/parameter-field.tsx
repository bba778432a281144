import type { QueryParameter } from '../../../../shared/contract/query-parameters.ts';
import { CheckList } from '../../../parts/choices.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';

interface ParameterFieldProps {
  readonly name: string;
  readonly parameter: QueryParameter;
  /** The value in the query string; empty to omit the parameter. */
  readonly value: string;
  readonly onChange: (value: string) => void;
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

const namedByThemselves = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]));

/** One query parameter, with the control that fits its kind. */
export const ParameterField = ({ name, parameter, value, onChange }: ParameterFieldProps) => {
  const field = { label: name, hint: hintOf(parameter), parameter: `query.${name}`, value };
  switch (parameter.kind) {
    case 'set':
      return (
        <CheckList
          {...field}
          options={parameter.values}
          value={value.split(',')}
          onChange={(chosen) => onChange(chosen.join())}
        />
      );
    case 'boolean':
    case 'enum': {
      const values = parameter.kind === 'boolean' ? ['true', 'false'] : parameter.values;
      const options = { '': 'omitted', ...namedByThemselves(values) };
      return <SelectField {...field} options={options} onChange={onChange} />;
    }
    default:
      return <TextField {...field} spellcheck={false} onChange={onChange} />;
  }
};
