import { parse } from 'tldts';
import { hostNameOf } from '../values/host-name.ts';
import { ReadingError } from './reading-error.ts';
import { identifierText, listOfCell } from './values.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/**
 * Hosts on which many companies have a page or a mailbox, with all their subdomains. An address there does
 * not tell which company it is.
 */
const SHARED = new Set(vocabulary.sharedHosts);

/** Site builders: the host itself says nothing, its subdomains are the sites of one company each. */
const BUILDERS = new Set(vocabulary.siteBuilders);

/** Whether a host is that of many companies, so that it does not identify one. */
const isSharedHost = (host: string): boolean => {
  if (BUILDERS.has(host)) return true;
  for (let at = 0; at !== -1; at = host.indexOf('.', at + 1)) {
    if (SHARED.has(host.slice(at === 0 ? 0 : at + 1))) return true;
  }
  return false;
};

/** Reserved for documentation and tests (RFC 2606, section 2), so on no list. */
const RESERVED = /\.(?:example|test)$/;

/** Whether a host ends in a suffix under which names are registered, and is more than that suffix. */
const isRegistered = (host: string): boolean => {
  if (RESERVED.test(host)) return true;
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
};

/** Separates several domains in a cell, of which the first counts. */
const SEPARATOR = /:::|[;,|\s]+/;

export interface CompanyDomain {
  /** Null for a blank, for a placeholder, and for a host that does not identify a company. */
  readonly domain: string | null;
  /** The host of many companies that the cell names instead. */
  readonly sharedHost?: string;
}

/**
 * The domain of a company in a cell: the first host name, if it is one company's.
 *
 * @throws ReadingError for a text that is no host name
 */
export const companyDomainOf = (field: string, cell: string): CompanyDomain => {
  const text = identifierText(cell);
  if (text === null) return { domain: null };
  const [first = ''] = listOfCell(text, SEPARATOR);
  const host = hostNameOf(first);
  if (host === null || !isRegistered(host)) {
    if (host !== null && isSharedHost(host)) return { domain: null, sharedHost: host };
    throw new ReadingError(`${field}: "${cell.trim()}" is not a domain such as nowhere.example`);
  }
  return isSharedHost(host) ? { domain: null, sharedHost: host } : { domain: host };
};

export const sharedHostReason = (host: string): string =>
  `domain: many companies have a page or mailbox at "${host}", so it identifies no company`;
