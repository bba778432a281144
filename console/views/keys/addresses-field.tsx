import { MAX_ALLOWED_ADDRESSES } from '../../../shared/contract/keys/api-key-limits.ts';
import type { ApiKey } from '../../api/types.ts';
import { TextAreaField } from '../../parts/field.tsx';

interface AddressesFieldProps {
  /** One address or range per line. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The lines of the field, as the API takes them: `null` if it is empty. */
export const addressesOf = (text: string): ApiKey['allowedAddresses'] => {
  const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
  return lines.length === 0 ? null : lines;
};

export const AddressesField = ({ value, onChange }: AddressesFieldProps) => (
  <TextAreaField
    label="Allowed addresses"
    hint={
      `Up to ${MAX_ALLOWED_ADDRESSES} IPv4 or IPv6 addresses or CIDRs, one per line, such as ` +
      '192.0.2.0/24. Requests from elsewhere are refused. Empty: any address.'
    }
    parameter="allowedAddresses"
    rows={3}
    value={value}
    onChange={onChange}
  />
);
