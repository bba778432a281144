import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { at, callOnce, service } from '../../support/service/service.ts';
import { test } from '../support/visit.ts';

const TRY_IT = 'organization/developer/try-it';
const { key, data } = service.first;

describe.each(['admin', 'member'] as const)('as %s, a request', (as) => {
  test('sends a request by keyboard, and shows status, headers and body of the response', async ({
    visit,
  }) => {
    const { page } = await visit({ as, path: TRY_IT });
    await page.getByLabel('Operation').selectOption('getCallList');
    await page.getByLabel('Id', { exact: true }).fill(at(data.callLists, 0).id);
    await page.getByLabel('limit').fill('1');
    await page.getByLabel('person').check();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Response' });
    await answer.getByText('200 OK').waitFor();
    const direct = await callOnce(`/v1/call-list/${at(data.callLists, 0).id}?limit=1&include=person`);
    expect(await answer.locator('pre').innerText()).toBe(JSON.stringify(direct.json, null, 2));
    await answer.getByText('Headers').press('Enter');
    expect(await answer.getByRole('definition').allTextContents()).toContain(direct.headers['etag']);
  });
});

describe('the key', () => {
  test('shows the key in the command on demand only, and forgets it once the view is left', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'member', path: TRY_IT });
    const field = page.getByLabel('API key');
    await field.fill(key);
    await page.getByLabel('limit').fill('3');
    expect(await field.getAttribute('autocomplete')).toBe('off');
    const command = page.getByRole('region', { name: 'The same in a terminal' }).locator('pre');
    expect(await command.innerText()).toContain('X-Api-Key: YOUR_KEY');
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).toContain('limit');
    expect(kept).not.toContain(key);
    expect(await page.content()).not.toContain(key);

    await page.getByLabel('Include the key').check();
    const { stdout } = await promisify(execFile)('sh', ['-c', await command.innerText()]);
    const { items } = JSON.parse(stdout);
    expect((await callOnce('/v1/call-list?limit=3')).json).toMatchObject({ items });

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();
    expect(await field.inputValue()).toBe('');
    expect(await page.getByLabel('limit').inputValue()).toBe('3');
  });

  test('shows the data API’s response to an unknown key, and an error next to a malformed one', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: TRY_IT });
    const send = page.getByRole('button', { name: 'Send' });
    await page.getByLabel('API key').fill('sd_live_wrong');
    await send.click();
    await page.getByText('401 Unauthorized').waitFor();
    await page.getByLabel('API key').fill('two words');
    await page.getByLabel('Operation').selectOption('getPerson');
    await send.click();
    await page.getByText('Enter a UUID').waitFor();
    await page.getByText('Enter an API key').waitFor();
    expect(await page.getByRole('region', { name: 'Response' }).count()).toBe(0);
  });
});
