import { uuidOf } from '../uuid.ts';
import { emailAddressOf, emailKey } from './email-address.ts';
import { e164Of } from './phone-number.ts';

/** What a value names that may be suppressed. */
export interface Suppressible {
  readonly kind: 'number' | 'address' | 'record';
  /** In the form in which it is compared. */
  readonly value: string;
}

/**
 * Reads a phone number with its country code, an email address, or the id of a person or company. Undefined
 * for anything else.
 */
export const suppressibleOf = (text: string): Suppressible | undefined => {
  const id = uuidOf(text);
  if (id !== undefined) return { kind: 'record', value: id };
  const address = emailAddressOf(text);
  if (address !== null) return { kind: 'address', value: emailKey(address) };
  const number = e164Of(text);
  return number === null ? undefined : { kind: 'number', value: number };
};
