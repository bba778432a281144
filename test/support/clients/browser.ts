/** The response of a page or redirect. */
export interface Visit {
  /** The URL that was requested. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The redirect target, if it is a redirect. */
  readonly location: string | undefined;
}

/** A headless browser that keeps cookies and leaves following redirects to the caller. */
export interface Browser {
  get(url: string): Promise<Visit>;
  /** Follows redirects until there are none, or until the target starts with `until`. */
  follow(url: string, until: string): Promise<Visit>;
  /**
   * Fills in the page's only form and submits it.
   *
   * @param values by field type; omitted fields keep their values
   */
  submit(page: Visit, values: Readonly<Record<string, string>>): Promise<Visit>;
  /** Another browser with the same cookies, as if they had been stolen. */
  copy(): Browser;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

const MAXIMUM_REDIRECTS = 20;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The attributes of each tag with this name. */
const tags = (html: string, name: string): readonly Readonly<Record<string, string>>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'gi'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        unescapeHtml(value),
      ]),
    ),
  );

interface CookieJar {
  keep(url: URL, lines: readonly string[]): void;
  /** The `Cookie` header for a request. */
  for(url: URL): string;
  copy(): CookieJar;
}

const createCookieJar = (given: Iterable<readonly [string, Cookie]> = []): CookieJar => {
  const cookies = new Map(given);
  return {
    copy: () => createCookieJar(cookies),
    keep(url, lines) {
      for (const line of lines) {
        const [pair = '', ...attributes] = line.split(/;\s*/);
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const attribute = (wanted: string): string | undefined =>
          attributes.find((other) => other.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
        const path = attribute('path') ?? '/';
        const expires = attribute('expires');
        const key = `${url.hostname} ${path} ${name}`;
        if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(key);
        else cookies.set(key, { value, path });
      }
    },
    for(url) {
      return [...cookies]
        .filter(([key, { path }]) => key.startsWith(`${url.hostname} `) && url.pathname.startsWith(path))
        .map(([key, { value }]) => `${key.split(' ')[2]}=${value}`)
        .join('; ');
    },
  };
};

/** Creates a browser without cookies. */
export const createBrowser = (jar: CookieJar = createCookieJar()): Browser => {
  const visit = async (address: string, init: RequestInit = {}): Promise<Visit> => {
    const url = new URL(address);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: jar.for(url) },
    });
    jar.keep(url, response.headers.getSetCookie());
    const location = response.headers.get('location');
    return {
      url: url.href,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  };

  return {
    copy: () => createBrowser(jar.copy()),
    get: (url) => visit(url),
    async follow(url, until) {
      let answer = await visit(url);
      for (let count = 0; count < MAXIMUM_REDIRECTS; count++) {
        if (answer.location === undefined || answer.location.startsWith(until)) return answer;
        answer = await visit(answer.location);
      }
      throw new Error(`More than ${MAXIMUM_REDIRECTS} redirects from ${url}.`);
    },
    submit(page, values) {
      const [form] = tags(page.text, 'form');
      if (form === undefined) throw new Error(`No form at ${page.url} (${page.status}): ${page.text}`);
      const body = new URLSearchParams();
      for (const { type = 'text', name, value = '' } of tags(page.text, 'input')) {
        if (name !== undefined) body.set(name, values[type] ?? value);
      }
      return visit(new URL(form['action'] ?? '', page.url).href, { method: 'POST', body });
    },
  };
};
