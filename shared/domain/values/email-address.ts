import { isEmailAddress } from '../email-address.ts';
import { hostNameOf } from './host-name.ts';
import { visibleText } from './visible-text.ts';

/** `Nora Nobody <nora@nowhere.example>` (RFC 5322, section 3.4). */
const WRAPPED = /^[^<>]*<([^<>]+)>$/s;
/** What stands around an address: the scheme, a label, a remark, a closing mark. */
const AROUND = /^(?:mailto:|\p{L}[\p{L} -]{0,20}:\s+)|\s*\([^()@]*\)$|[,;:]+$/giu;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * The email address in a text, as it is shown: without a name, a scheme, parameters, a remark or a trailing
 * dot. Null for what is none, such as an address whose domain has no dot.
 */
export const emailAddressOf = (text: string): string | null => {
  const visible = visibleText(text);
  const plain = (WRAPPED.exec(visible)?.[1] ?? visible)
    .trim()
    .replaceAll(AROUND, '')
    .replace('\uff20', '@')
    .replace(/(@[^?]+)\?.*$/s, '$1')
    .replace(/(@.*[^.])\.$/s, '$1')
    .trim();
  if (!isEmailAddress(plain) || plain.includes('..')) return null;
  const domain = domainOf(plain);
  return hostNameOf(domain.startsWith('www.') ? domain.slice(4) : domain) === null ? null : plain;
};

const PLAIN = /^[\x21-\x7e]*$/;

/** The form in which addresses are compared: without case, and with the domain in the ASCII form of DNS. */
export const emailKey = (address: string): string => {
  if (PLAIN.test(address)) return address.toLowerCase();
  const plain = visibleText(address).toLowerCase();
  const domain = domainOf(plain);
  // `www.` is a name like any other in an address.
  return (
    plain.slice(0, -domain.length) + (domain.startsWith('www.') ? domain : (hostNameOf(domain) ?? domain))
  );
};
