import { visibleText } from './visible-text.ts';

const PLAIN_HOST =
  /^(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const MAX_LENGTH = 253;

/** An IDN in the ASCII form of DNS; undefined for what is no host name. */
const asciiHost = (host: string): string | undefined => {
  // The URL parser decodes percent signs, and reads numbers as IPv4 addresses.
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
};

/**
 * The host name in a domain, a web address or an email address, without `www.`, in lower case and in the
 * ASCII form of DNS: `https://www.Acme.example/about` is `acme.example`. Null for what is no host name with a
 * dot.
 */
export const hostNameOf = (text: string): string | null => {
  if (PLAIN_HOST.test(text) && text.length <= MAX_LENGTH) return text;
  const address = visibleText(text)
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(/^(?:https?:)?\/\//, '');
  const host = address
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d*$/, '')
    .replace(/[.。．｡]$/, '');
  const ascii = PLAIN_HOST.test(host) ? host : asciiHost(host)?.replace(/^www\./, '');
  return ascii !== undefined && PLAIN_HOST.test(ascii) && ascii.length <= MAX_LENGTH ? ascii : null;
};
