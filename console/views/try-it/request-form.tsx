import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { errorAt } from '../../parts/problem-message.tsx';
import type { Submission } from '../../parts/use-submit.ts';
import { ParameterField } from './parameter-field.tsx';
import { isOperation, OPERATIONS, routeOf, type TriedValues, takesId } from './tried-values.ts';

interface RequestFormProps {
  readonly values: TriedValues;
  readonly onChange: (values: Partial<TriedValues>) => void;
  readonly apiKey: string;
  readonly onKeyChange: (key: string) => void;
  readonly submission: Submission;
}

export const RequestForm = (props: RequestFormProps) => {
  const { values, onChange, apiKey, onKeyChange, submission } = props;
  const { operation, id, query } = values;
  const { error } = submission;
  const parameters = Object.entries(routeOf(operation).query);
  return (
    <Form
      submission={submission}
      submitLabel="Send"
      busyLabel="Sending …"
      fields={['id', 'apiKey', ...parameters.map(([name]) => `query.${name}`)]}
    >
      <div class="field-row">
        <Field label="Operation" error={errorAt(error, 'operation')}>
          {(attributes) => (
            <select
              {...attributes}
              value={operation}
              onChange={({ currentTarget: { value } }) =>
                isOperation(value) && onChange({ operation: value })
              }
            >
              {OPERATIONS.map((each) => (
                <option key={each} value={each}>
                  GET {routeOf(each).path}
                </option>
              ))}
            </select>
          )}
        </Field>
        {takesId(operation) && (
          <Field label="Id" error={errorAt(error, 'id')}>
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                autocomplete="off"
                spellcheck={false}
                value={id}
                onInput={({ currentTarget }) => onChange({ id: currentTarget.value })}
              />
            )}
          </Field>
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
                error={error}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="API key"
        hint="Paste the value of a key. It is kept only until you leave this page, and is neither stored nor logged."
        error={errorAt(error, 'apiKey')}
      >
        {(attributes) => (
          // Not a password field, because browsers would offer to store it.
          <input
            {...attributes}
            type="text"
            class="masked"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={apiKey}
            onInput={({ currentTarget }) => onKeyChange(currentTarget.value)}
          />
        )}
      </Field>
    </Form>
  );
};
