import { isEmailAddress } from '../email-address.ts';
import { hostNameOf } from './host-name.ts';
import { visibleText } from './visible-text.ts';

/** `Nora Nobody <nora@nowhere.example>` (RFC 5322, section 3.4) or a link, which may have parameters. */
const WRAPPED = /^(?:[^<>]*<(?:mailto:)?([^<>]+)>|mailto:([^?]+)(?:\?.*)?)$/is;

/** The email address in a text, as it is shown; null for what is none. */
export const emailAddressOf = (text: string): string | null => {
  const plain = visibleText(text);
  const match = plain.includes('<') || plain.includes(':') ? WRAPPED.exec(plain) : null;
  const address = (match?.[1] ?? match?.[2] ?? plain).trim();
  return isEmailAddress(address) ? address : null;
};

const PLAIN = /^[\x21-\x7e]*$/;

/** The form in which addresses are compared: without case, and with the domain in the ASCII form of DNS. */
export const emailKey = (address: string): string => {
  if (PLAIN.test(address)) return address.toLowerCase();
  const plain = visibleText(address).toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(at);
  // `www.` is a name like any other in an address.
  return plain.slice(0, at) + (domain.startsWith('www.') ? domain : (hostNameOf(domain) ?? domain));
};
