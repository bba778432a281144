import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Visit } from '../../../support/clients/browser.ts';
import { authorizationUrl, createPkce } from '../../../support/organizations/sign-in.ts';
import {
  APPLICATION,
  addUser,
  PASSWORD,
  REDIRECT_URI,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';
const EXPIRED = /This sign-in has expired/;

let cognito: SmallCognito;
/** In milliseconds; passes only when a test says so. */
let time = 0;

beforeAll(async () => {
  cognito = await startSmallCognito({ now: () => time });
  await addUser(cognito, EMAIL);
});

afterAll(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

const openForm = (browser: Browser): Promise<Visit> => {
  const url = authorizationUrl(requestOf(cognito), { code_challenge: createPkce().challenge });
  return browser.follow(url, REDIRECT_URI);
};

const credentials = { email: EMAIL, password: PASSWORD };

/** The page without the parts that differ between sign-ins. */
const withoutRequest = ({ text }: Visit, email: string): string =>
  text.replace(/name="request" value="[^"]*"/, '').replace(email, 'EMAIL');

describe('the sign-in page', () => {
  it('forbids scripts, external resources, caching and framing', async () => {
    const browser = createBrowser();
    const shown = await openForm(browser);
    const rejected = await browser.submit(shown, { email: EMAIL, password: 'wrong' });
    const expired = await browser.get(`${cognito.signInUrl}/logout`);
    for (const [page, formTargets] of [
      [shown, `'self' ${APPLICATION}`],
      [rejected, `'self' ${APPLICATION}`],
      [expired, "'self'"],
    ] as const) {
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action .*; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(page.headers.get('content-security-policy')).toContain(`form-action ${formTargets};`);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.text).not.toMatch(/<script|\son\w+=|https?:/);
    }
  });

  it('labels its fields for people and password managers', async () => {
    const { text } = await openForm(createBrowser());
    expect(text).toMatch(/<html lang="en">/);
    for (const [id, autocomplete] of [
      ['email', 'username'],
      ['password', 'current-password'],
    ]) {
      expect(text).toMatch(new RegExp(`<label for="${id}">`));
      expect(text).toMatch(new RegExp(`<input id="${id}"[^>]* autocomplete="${autocomplete}"`));
    }
  });

  it('shows the same error for a wrong password and an unknown user', async () => {
    const pages = [];
    for (const [email, password] of [
      [EMAIL, 'wrong'],
      ['unknown@example.com', PASSWORD],
      [EMAIL, ''],
    ] as const) {
      const browser = createBrowser();
      const page = await browser.submit(await openForm(browser), { email, password });
      expect(page.status).toBe(401);
      pages.push(withoutRequest(page, email));
    }
    expect(pages[0]).toContain('Incorrect email or password.');
    expect(new Set(pages).size).toBe(1);
  });

  it('allows another attempt', async () => {
    const browser = createBrowser();
    const rejected = await browser.submit(await openForm(browser), { ...credentials, password: 'wrong' });
    const answer = await browser.submit(rejected, { password: PASSWORD });
    const end = await browser.follow(answer.location ?? '', REDIRECT_URI);
    expect(end.location).toMatch(/\?code=/);
  });

  it('locks an email out after repeated failures, whether a user has it or not', async () => {
    const pages = [];
    for (const email of ['locked@example.com', 'locked-and-unknown@example.com']) {
      if (email === 'locked@example.com') await addUser(cognito, email);
      const browser = createBrowser();
      let page = await openForm(browser);
      for (let attempt = 1; attempt <= 5; attempt++) {
        page = await browser.submit(page, { email, password: 'wrong' });
        expect(page.status).toBe(401);
      }
      const refused = await browser.submit(page, { email, password: PASSWORD });
      expect(refused.status).toBe(429);
      pages.push(withoutRequest(refused, email));
      if (email !== 'locked@example.com') continue;
      time += 1_000;
      const accepted = await browser.submit(refused, { email, password: PASSWORD });
      expect(accepted.status).toBe(303);
    }
    expect(pages[0]).toContain('Too many failed attempts. Wait and try again.');
    expect(new Set(pages).size).toBe(1);
  });

  it('escapes typed text', async () => {
    const browser = createBrowser();
    const email = '"><script>alert(1)</script>';
    const page = await browser.submit(await openForm(browser), { email, password: 'x' });
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(page.text).not.toContain('<script');
  });

  it('rejects a form without the cookie', async () => {
    const form = await openForm(createBrowser());
    const page = await createBrowser().submit(form, credentials);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toMatch(EXPIRED);
  });

  it('rejects a form with the cookie of another sign-in', async () => {
    const attacker = await openForm(createBrowser());
    const victim = createBrowser();
    await openForm(victim);
    const page = await victim.submit(attacker, credentials);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toMatch(EXPIRED);
  });

  it('rejects a form without the field that ties it to the browser', async () => {
    const browser = createBrowser();
    const { text, ...form } = await openForm(browser);
    const page = await browser.submit({ ...form, text: text.replace('name="request"', '') }, credentials);
    expect(page.status).toBe(400);
  });

  it('rejects a form submitted twice', async () => {
    const browser = createBrowser();
    const form = await openForm(browser);
    const answer = await browser.submit(form, credentials);
    await browser.follow(answer.location ?? '', REDIRECT_URI);
    expect((await browser.submit(form, credentials)).text).toMatch(EXPIRED);
  });

  it('shows no sign-in page without a request of the application', async () => {
    const page = await createBrowser().get(`${cognito.signInUrl}/login`);
    expect(page.status).toBe(400);
    expect(page.text).toMatch(EXPIRED);
  });

  it('rejects an oversized form', async () => {
    const browser = createBrowser();
    const form = await openForm(browser);
    const page = await browser.submit(form, { ...credentials, password: 'x'.repeat(20_000) });
    expect(page.status).toBe(413);
  });
});
