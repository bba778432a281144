import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { buildPackage } from '../../../infra/packages/build-package.ts';
import { expectProgramRuns, PROGRAM } from '../../support/clients/client-program.ts';
import { ROOT } from '../../support/service/command.ts';
import { service } from '../../support/service/service.ts';

const buildClient = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    await buildPackage(join(ROOT, 'clients/typescript'), folder);
    return readFileSync(join(folder, 'index.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The page of the program, whose output is the text of the page. */
const pageOf = (input: string): string => `<!doctype html><title>Program</title><output></output>
<script type="importmap">{ "imports": { "sales-data-client": "/client.js" } }</script>
<script>
  window.process = { env: { INPUT: ${JSON.stringify(input).replaceAll('<', '\\u003c')} } };
  window.onerror = window.onunhandledrejection = (error) => console.log(error.reason ?? error);
  console.log = (text) => { document.querySelector('output').textContent = text; };
</script>
<script type="module">${PROGRAM}</script>`;

it.skipIf(inject('browserEndpoint') === undefined)(
  'runs the TypeScript client, below a server that forwards requests to the API',
  async () => {
    const client = await buildClient();
    let page = '';
    const forward = async (path: string, apiKey: string, response: ServerResponse): Promise<void> => {
      const answer = await fetch(service.baseUrl + path, { headers: { 'X-Api-Key': apiKey } });
      const headers = { 'Content-Type': answer.headers.get('content-type') ?? '' };
      response.writeHead(answer.status, headers).end(await answer.text());
    };
    const server = createServer(({ url = '', headers }, response) => {
      if (url.startsWith('/v1/')) void forward(url, String(headers['x-api-key']), response);
      else if (url === '/client.js') response.setHeader('Content-Type', 'text/javascript').end(client);
      else response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const browser = await chromium.connect(inject('browserEndpoint') ?? '');
    try {
      await expectProgramRuns(async ({ INPUT }) => {
        page = pageOf(INPUT);
        const tab = await browser.newPage();
        await tab.goto(origin);
        const output = tab.locator('output');
        await expect.poll(() => output.textContent()).not.toBe('');
        return (await output.textContent()) ?? '';
      }, origin);
    } finally {
      await browser.close();
      await closeServer(server);
    }
  },
);
