import { describe, expect } from 'vitest';
import { send } from '../../support/http/http.ts';
import { consoleUrl, test } from '../support/visit.ts';

describe('the page', () => {
  test('refuses to be framed, and blocks injected scripts by its content security policy', async ({
    visit,
  }) => {
    const { page, pageErrors } = await visit({ as: null, path: '' });
    await page.getByLabel('Password').waitFor();
    await page.route('**/elsewhere', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${consoleUrl()}"></iframe>` }),
    );
    await page.goto(`${new URL(consoleUrl()).origin}/elsewhere`);
    await page.waitForLoadState('networkidle');
    expect(page.frames().map((frame) => frame.url())).not.toContain(consoleUrl());
    expect(pageErrors.splice(0).join()).toContain('frame-ancestors');
  });

  test('does not execute injected markup', async ({ visit }) => {
    const { page, pageErrors, requests } = await visit({ as: 'admin' });
    const outcomes = await page.evaluate(() => {
      const sinks: readonly (() => void)[] = [
        () => document.body.insertAdjacentHTML('beforeend', '<b>markup</b>'),
        () => document.body.setAttribute('onclick', 'globalThis.smuggled = true'),
      ];
      return sinks.map((sink) => {
        try {
          sink();
          return 'taken';
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown';
        }
      });
    });
    expect(outcomes).toEqual(['TypeError', 'TypeError']);
    const url = `${new URL(consoleUrl()).origin}/smuggled.js`;
    const isLoaded = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = src;
          link.onload = () => resolve(true);
          link.onerror = () => resolve(false);
          document.head.append(link);
        }),
      url.replace('127.0.0.1', 'localhost'),
    );
    expect(isLoaded).toBe(false);
    await expect.poll(() => pageErrors.join()).toContain('style-src');
    pageErrors.splice(0);
    // Playwright counts it as a request although it never left the browser.
    requests.splice(0);
  });

  test('revalidates the page on each load, and caches its assets immutably', async () => {
    const first = await send(consoleUrl(), {});
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await send(consoleUrl(), { headers: { 'If-None-Match': String(first.headers['etag']) } });
    expect(again.status).toBe(304);
    const names = first.text.matchAll(/(?:src|href)="console\/([^"]+)"/g);
    for (const [, name] of names) {
      const { status, headers } = await send(`${consoleUrl()}/${name}`, {});
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    const missing = await send(`${consoleUrl()}/console-OLD.js`, {});
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});
