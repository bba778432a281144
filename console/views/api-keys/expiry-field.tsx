import { Field } from '../../parts/field.tsx';
import { errorAt } from '../../parts/problem-message.tsx';
import { EXPIRY_CHOICES, type ExpiryChoice, isExpiryChoice } from './expiry.ts';

interface ExpiryFieldProps {
  readonly choice: ExpiryChoice;
  readonly date: string;
  readonly onChange: (changes: { readonly expiry?: ExpiryChoice; readonly date?: string }) => void;
  readonly error: unknown;
}

export const ExpiryField = ({ choice, date, onChange, error }: ExpiryFieldProps) => {
  const message = errorAt(error, 'expiresAt');
  return (
    <>
      <Field
        label="Expires"
        hint="Expiring keys limit the damage of a leak."
        error={choice === 'date' ? undefined : message}
      >
        {(attributes) => (
          <select
            {...attributes}
            onChange={({ currentTarget: { value } }) => {
              if (isExpiryChoice(value)) onChange({ expiry: value });
            }}
          >
            {Object.entries(EXPIRY_CHOICES).map(([value, label]) => (
              <option key={value} value={value} selected={value === choice}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {choice === 'date' && (
        <Field label="Last day" error={message}>
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              value={date}
              onInput={({ currentTarget }) => onChange({ date: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
};
