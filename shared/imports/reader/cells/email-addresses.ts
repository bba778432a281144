import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { RowError } from '../drafts/row-error.ts';
import { identifierText, listedValues, textOfListed } from './cell-parts.ts';
import { partsOf } from './cell-values.ts';

/** Where exports that write JSON have an address. */
const ADDRESS_KEYS = ['address', 'value', 'email', 'emailAddress', 'email_address', 'original'];

/**
 * All e-mail addresses in a cell: a list of any form, without placeholders.
 *
 * @throws RowError unless each part is an address: `Nobody, Jr.@nowhere.example` is one malformed address,
 * not two
 */
export const emailAddressesOf = (cell: string): readonly string[] => {
  const listed = listedValues(cell.trim())?.map((value) => textOfListed(value, ADDRESS_KEYS));
  for (const separator of [/:::|[;,|\n]/, /:::|[;|\n]/]) {
    const parts = (listed ?? partsOf(cell, separator)).filter((part) => identifierText(part) !== null);
    const addresses = parts.map(emailAddressOf);
    if (addresses.every((address) => address !== null)) return addresses;
  }
  throw new RowError(`emails: "${cell.trim()}" is not an e-mail address such as nora@nowhere.example`);
};
