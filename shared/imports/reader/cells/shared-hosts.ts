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
    'linktr.ee beacons.ai about.me bio.link campsite.bio lnk.bio taplink.cc solo.to carrd.co bit.ly tinyurl.com',
    'goo.gl ow.ly buff.ly rebrand.ly cutt.ly calendly.com g.page g.co msha.ke flow.page linkin.bio',
    // Mail providers.
    'gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com',
    'yahoo.com yahoo.co.uk yahoo.de yahoo.fr ymail.com rocketmail.com aol.com icloud.com me.com mac.com gmx.com',
    'gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.ru yandex.ru yandex.com qq.com 163.com',
    '126.com naver.com daum.net proton.me protonmail.com pm.me tutanota.com fastmail.com zoho.com mail.com',
    'orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it bluewin.ch ziggo.nl',
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net btinternet.com uol.com.br bol.com.br',
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
    'wix.com wixsite.com weebly.com squarespace.com wordpress.com blogspot.com blogger.com tumblr.com medium.com',
    'substack.com jimdo.com jimdofree.com jimdosite.com webflow.io godaddysites.com strikingly.com notion.site',
    'myshopify.com shopify.com bigcartel.com square.site business.site webnode.com site123.me github.io',
    'gitlab.io herokuapp.com netlify.app vercel.app pages.dev firebaseapp.com web.app azurewebsites.net',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a host is that of many companies, so that it does not identify one. */
export const isSharedHost = (host: string): boolean => {
  if (BUILDERS.has(host)) return true;
  for (let at = 0; at !== -1; at = host.indexOf('.', at + 1)) {
    if (SHARED.has(host.slice(at === 0 ? 0 : at + 1))) return true;
  }
  return false;
};
