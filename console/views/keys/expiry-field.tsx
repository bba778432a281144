import { SelectField, TextField } from '../../parts/field.tsx';
import { EXPIRY_CHOICES, type Expiry } from './expiry.ts';

interface ExpiryFieldProps {
  readonly hint?: string;
  readonly value: Expiry;
  readonly onChange: (changes: Partial<Expiry>) => void;
}

export const ExpiryField = ({
  hint = 'Expiring keys limit the damage of a leak.',
  value: { expiry, date },
  onChange,
}: ExpiryFieldProps) => (
  <>
    <SelectField
      label="Expires"
      hint={hint}
      parameter={expiry === 'date' ? undefined : 'expiresAt'}
      options={EXPIRY_CHOICES}
      value={expiry}
      onChange={(chosen) => onChange({ expiry: chosen })}
    />
    {expiry === 'date' && (
      <TextField
        label="Last day"
        parameter="expiresAt"
        type="date"
        value={date}
        onChange={(chosen) => onChange({ date: chosen })}
      />
    )}
  </>
);
