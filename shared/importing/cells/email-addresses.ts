import { isEmailAddress } from '../../domain/email-address.ts';
import { RowError } from '../rows/row-error.ts';
import { partsOf } from './cell-values.ts';

/** `Nora Nobody <nora@nowhere.example>` (RFC 5322, section 3.4) or a link. */
const WRAPPED = /^(?:[^<>]*<([^<>]+)>|mailto:(.+))$/i;

const addressOf = (part: string): string | undefined => {
  const match = WRAPPED.exec(part);
  const address = (match?.[1] ?? match?.[2] ?? part).trim();
  return isEmailAddress(address) ? address : undefined;
};

/**
 * All e-mail addresses in a cell, separated by commas, semicolons or line breaks.
 *
 * @throws RowError unless each part is an address: `Nobody, Jr.@nowhere.example` is one malformed address,
 * not two
 */
export const emailAddressesOf = (cell: string): readonly string[] => {
  for (const separator of [/[;,\n]/, /[;\n]/]) {
    const addresses = partsOf(cell, separator).map(addressOf);
    if (addresses.every((address) => address !== undefined)) return addresses;
  }
  throw new RowError(`emails: "${cell.trim()}" is not an e-mail address such as nora@nowhere.example`);
};
