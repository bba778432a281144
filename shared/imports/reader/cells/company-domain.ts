import { parse } from 'tldts';
import { hostNameOf } from '../../../domain/values/host-name.ts';
import { RowError } from '../drafts/row-error.ts';
import { identifierText, listOfCell } from './cell-parts.ts';

/**
 * Hosts on which many companies have a page or a mailbox, with all their subdomains. An address there does
 * not tell which company it is.
 */
const SHARED = new Set(
  [
    // Social networks and messengers.
    'linkedin.com facebook.com fb.com fb.me instagram.com twitter.com x.com t.co xing.com tiktok.com',
    'youtube.com youtu.be pinterest.com snapchat.com threads.net reddit.com vk.com ok.ru weibo.com line.me',
    'whatsapp.com wa.me t.me telegram.me discord.gg discord.com bsky.app mastodon.social lnkd.in vimeo.com',
    // Link pages and shortened links.
    'linktr.ee beacons.ai about.me bio.link campsite.bio lnk.bio taplink.cc solo.to carrd.co bit.ly ' +
      'tinyurl.com',
    'goo.gl ow.ly buff.ly rebrand.ly cutt.ly calendly.com g.page g.co msha.ke flow.page linkin.bio',
    // Mail providers.
    'gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com',
    'yahoo.com yahoo.co.uk yahoo.de yahoo.fr ymail.com rocketmail.com aol.com icloud.com me.com mac.com ' +
      'gmx.com',
    'gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.ru yandex.ru yandex.com qq.com 163.com',
    '126.com naver.com daum.net proton.me protonmail.com pm.me tutanota.com fastmail.com zoho.com mail.com',
    'orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it bluewin.ch ziggo.nl',
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net btinternet.com uol.com.br ' +
      'bol.com.br',
    // Shops, marketplaces and directories.
    'etsy.com ebay.com ebay.de ebay.co.uk amazon.com amazon.de amazon.co.uk amazon.fr amazon.it amazon.es',
    'aliexpress.com alibaba.com gumroad.com shop.app yelp.com tripadvisor.com crunchbase.com trustpilot.com',
    'yellowpages.com gelbeseiten.de wikipedia.org apps.apple.com play.google.com maps.google.com',
    'maps.apple.com sites.google.com docs.google.com drive.google.com forms.gle business.google.com',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Site builders and hosting services: the host itself says nothing, its subdomains are the sites of one
 * company each.
 */
const BUILDERS = new Set(
  [
    'wix.com wixsite.com weebly.com squarespace.com wordpress.com blogspot.com blogger.com tumblr.com ' +
      'medium.com',
    'substack.com jimdo.com jimdofree.com jimdosite.com webflow.io godaddysites.com strikingly.com ' +
      'notion.site',
    'myshopify.com shopify.com bigcartel.com square.site business.site webnode.com site123.me github.io',
    'gitlab.io herokuapp.com netlify.app vercel.app pages.dev firebaseapp.com web.app azurewebsites.net',
  ]
    .join(' ')
    .split(' '),
);

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
 * @throws RowError for a text that is no host name
 */
export const companyDomainOf = (field: string, cell: string): CompanyDomain => {
  const text = identifierText(cell);
  if (text === null) return { domain: null };
  const [first = ''] = listOfCell(text, SEPARATOR);
  const host = hostNameOf(first);
  if (host === null || !isRegistered(host)) {
    if (host !== null && isSharedHost(host)) return { domain: null, sharedHost: host };
    throw new RowError(`${field}: "${cell.trim()}" is not a domain such as nowhere.example`);
  }
  return isSharedHost(host) ? { domain: null, sharedHost: host } : { domain: host };
};

export const sharedHostReason = (host: string): string =>
  `domain: many companies have a page or mailbox at "${host}", so it identifies no company`;
