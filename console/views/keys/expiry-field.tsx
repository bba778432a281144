import { SelectField, TextField } from '../../parts/field.tsx';
import { DATE_AND_TIME } from '../../parts/time-zone.ts';
import { type Expiry, expiryChoices } from './expiry.ts';

interface ExpiryFieldProps {
  readonly hint?: string;
  /** The expiry of an existing key, which can be kept. */
  readonly current?: string | null;
  readonly value: Expiry;
  readonly onChange: (changes: Partial<Expiry>) => void;
}

const textOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'never' : DATE_AND_TIME.format(new Date(expiresAt));

export const ExpiryField = ({
  hint = 'Expiring keys limit the damage of a leak.',
  current,
  value: { expiry, date },
  onChange,
}: ExpiryFieldProps) => (
  <>
    <SelectField
      label="Expires"
      hint={hint}
      parameter={expiry === 'date' ? undefined : 'expiresAt'}
      options={expiryChoices(current === undefined ? undefined : textOf(current))}
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
