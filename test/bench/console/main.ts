/**
 * Measures how long each view of the console takes to show its first data, and all of it, in Chromium with
 * 22,000 people and 550 keys: opened in a new tab by a user who is signed in, with the console in the
 * browser's cache; and switched to from another view. Prints a table of medians, or one JSON document with
 * `--json`.
 *
 * - `--people N` (22000) and `--keys N` (550): other sizes
 * - `--rounds N` (15): how often each view is measured
 */
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { startBrowser } from '../../browser/support/chromium.ts';
import { synthesizeWithoutLimits } from '../../support/platform/unlimited-assembly.ts';
import { startService } from '../../support/service/service-setup.ts';
import { median } from '../support/median.ts';
import { machine, table } from '../support/output.ts';
import { fill } from './fill.ts';
import { PAGES, VIEWS } from './views.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    people: { type: 'string', default: '22000' },
    keys: { type: 'string', default: '550' },
    rounds: { type: 'string', default: '15' },
  },
});

/** Milliseconds until the first data, and until all of it. */
interface Times {
  readonly first: number;
  readonly all: number;
}

/** A view that loads nothing. */
const QUIET = '#/organization/developer/try-it';

declare global {
  interface Window {
    /** Resolves once the first data, and later all of it, is on the page. */
    shown?: Promise<Times>;
  }
}

/** Runs in the page, which may go to the sign-in page and come back. Its times are since 1970. */
const watch = (data: string): void => {
  const until = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => check());
      const check = (): void => {
        if (!isThere()) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      };
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      check();
    });
  const isWhole = (): boolean => document.querySelector('main :is(.loading, [aria-busy="true"])') === null;
  window.shown = until(() => document.querySelector(data) !== null).then(async (first) => ({
    first,
    all: await until(isWhole),
  }));
};

const shownBy = async (page: Page, start: number): Promise<Times> => {
  const { first, all } = await page.evaluate(() => window.shown ?? { first: Number.NaN, all: Number.NaN });
  return { first: first - start, all: all - start };
};

/** Opens an address in a new tab. */
const open = async (context: BrowserContext, { url, data }: Place): Promise<readonly [Page, Times]> => {
  const page = await context.newPage();
  await page.addInitScript(watch, data);
  const start = Date.now();
  await page.goto(url);
  await page.locator(data).first().waitFor();
  return [page, await shownBy(page, start)];
};

/** Goes to an address from a view that loads nothing. */
const switchTo = async (page: Page, { url, data }: Place): Promise<Times> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, QUIET);
  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor();
  await page.evaluate(watch, data);
  const start = await page.evaluate((hash) => {
    location.hash = hash;
    return performance.timeOrigin + performance.now();
  }, new URL(url).hash);
  return shownBy(page, start);
};

interface Place {
  readonly name: string;
  readonly url: string;
  readonly data: string;
}

/** The views, and a page of each table. */
const findPlaces = async (context: BrowserContext, consoleUrl: string): Promise<readonly Place[]> => {
  const places = Object.entries(VIEWS).map(([name, { path, data }]) => ({
    name,
    url: `${consoleUrl}#/${path}`,
    data,
  }));
  const found: Place[] = [];
  for (const [name, { of, data }] of Object.entries(PAGES)) {
    const place = places.find((each) => each.name === of);
    if (place === undefined) throw new Error(`There is no view "${of}".`);
    const [page] = await open(context, place);
    const link = page.locator(`${place.data} a[href^="${new URL(place.url).hash}/"]`).first();
    found.push({ name: `${name} (page)`, url: consoleUrl + (await link.getAttribute('href')), data });
    await page.close();
  }
  return [...places, ...found];
};

const signInAt = async (page: Page, consoleUrl: string, email: string, password: string): Promise<void> => {
  await page.goto(consoleUrl);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

interface Result {
  readonly view: string;
  readonly opened: Times;
  readonly switched: Times;
}

const medianOf = (times: readonly Times[]): Times => ({
  first: median(times.map(({ first }) => first)),
  all: median(times.map(({ all }) => all)),
});

const measure = async (context: BrowserContext, places: readonly Place[]): Promise<readonly Result[]> => {
  const times = places.map((place) => ({ place, opened: [] as Times[], switched: [] as Times[] }));
  // Views take turns. The first round warms up.
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const { place, opened, switched } of times) {
      const [page, whenOpened] = await open(context, place);
      const whenSwitched = await switchTo(page, place);
      await page.close();
      if (round < 0) continue;
      opened.push(whenOpened);
      switched.push(whenSwitched);
    }
  }
  return times.map(({ place, opened, switched }) => ({
    view: place.name,
    opened: medianOf(opened),
    switched: medianOf(switched),
  }));
};

const size = { people: Number(values.people), keys: Number(values.keys) };
const { service, stop } = await startService(synthesizeWithoutLimits);
const browserServer = await startBrowser();
try {
  if (service.admin === undefined || browserServer === undefined) throw new Error('There is no browser.');
  process.stderr.write(`Storing ${size.people} people and ${size.keys} keys …\n`);
  await fill(service, size);
  const browser = await chromium.connect(browserServer.wsEndpoint());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { redirectUri: consoleUrl } = service.admin;
  await signInAt(
    await context.newPage(),
    consoleUrl,
    service.first.admin.email,
    service.first.admin.password,
  );
  const results = await measure(context, await findPlaces(context, consoleUrl));
  await browser.close();
  const shown = (milliseconds: number): string => milliseconds.toFixed(0);
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: machine(), size, results })}\n`
      : `${machine()}\n\n${table(
          ['view', 'opened: first data, ms', 'all', 'switched to: first data, ms', 'all'],
          results.map(({ view, opened, switched }) => [
            view,
            ...[opened.first, opened.all, switched.first, switched.all].map(shown),
          ]),
        )}`,
  );
} finally {
  await browserServer?.close();
  await stop();
}
