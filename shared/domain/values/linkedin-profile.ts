import { visibleText } from './visible-text.ts';

const PROFILE = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\/(?:mwlite\/)?(in|pub)\/([^/?#]+)([^?#]*)/i;

const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug).normalize('NFC');
  } catch {
    return slug;
  }
};

/** `/pub/nora-nobody/a7/76/b50` became `/in/nora-nobody-b50076a7`. */
const slugOf = (kind: string, slug: string, rest: string): string => {
  const [, first, second, third] =
    /^\/([0-9a-f]{1,3})\/([0-9a-f]{1,3})\/([0-9a-f]{1,3})\/?$/.exec(rest) ?? [];
  if (kind !== 'pub' || first === undefined) return slug;
  return `${slug}-${third?.padStart(3, '0')}${second?.padStart(3, '0')}${first}`;
};

/**
 * The form in which LinkedIn addresses are compared: `https://www.linkedin.com/in/nora-nobody` for all
 * addresses of a profile, whatever its scheme, country, case, language or query. Any other address is
 * compared without case.
 */
export const linkedInKey = (address: string): string => {
  const plain = visibleText(address);
  const [, kind = '', slug, rest = ''] = PROFILE.exec(plain) ?? [];
  if (slug === undefined) return plain.toLowerCase();
  const profile = slugOf(kind.toLowerCase(), decoded(slug).toLowerCase(), rest.toLowerCase());
  return `https://www.linkedin.com/in/${profile}`;
};
