import { SelectField, TextField } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import type { Submission } from '../../../parts/use-submit.ts';
import { ParameterField } from './parameter-field.tsx';
import { isOperation, OPERATIONS, routeOf, type TriedValues, takesId } from './tried-values.ts';

interface RequestFormProps {
  readonly values: TriedValues;
  readonly onChange: (values: Partial<TriedValues>) => void;
  readonly apiKey: string;
  readonly onKeyChange: (key: string) => void;
  readonly submission: Submission;
}

export const RequestForm = ({ values, onChange, apiKey, onKeyChange, submission }: RequestFormProps) => {
  const { operation, id, query } = values;
  const parameters = Object.entries(routeOf(operation).query);
  return (
    <Form
      submission={submission}
      submitLabel="Send"
      busyLabel="Sending …"
      fields={['id', 'apiKey', ...parameters.map(([name]) => `query.${name}`)]}
    >
      <div class="field-row">
        <SelectField
          label="Operation"
          parameter="operation"
          options={OPERATIONS}
          value={operation}
          onChange={(chosen) => isOperation(chosen) && onChange({ operation: chosen })}
        />
        {takesId(operation) && (
          <TextField
            label="Id"
            parameter="id"
            spellcheck={false}
            value={id}
            onChange={(typed) => onChange({ id: typed })}
          />
        )}
      </div>
      {parameters.length > 0 && (
        <fieldset class="parameters">
          <legend>Query parameters</legend>
          <div class="field-row">
            {parameters.map(([name, parameter]) => (
              <ParameterField
                key={`${operation}/${name}`}
                name={name}
                parameter={parameter}
                value={query[name] ?? ''}
                onChange={(value) => onChange({ query: { ...query, [name]: value } })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {/* Not a password field, because browsers would offer to store it. */}
      <TextField
        label="API key"
        hint={
          'Paste the value of a key. It is kept only until you leave this page, and is neither stored nor ' +
          'logged.'
        }
        parameter="apiKey"
        class="masked"
        autocapitalize="none"
        spellcheck={false}
        value={apiKey}
        onChange={onKeyChange}
      />
    </Form>
  );
};
