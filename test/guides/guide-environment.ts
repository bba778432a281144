import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ORGANIZATION_ID } from '../../infra/demo-ids.ts';
import { CONSOLE_PATHS } from '../../shared/contract/console/console.ts';
import { ROOT } from '../support/service/command.ts';

/** Waits until the sample data can be looked up: the feed and lookups follow an import within seconds. */
export const sampleDataIndexed = async ({
  BASE_URL: baseUrl,
  API_KEY: apiKey = '',
}: Readonly<Record<string, string>>): Promise<void> => {
  const found = async (path: string): Promise<number> => {
    const response = await fetch(path, { headers: { 'X-Api-Key': apiKey } });
    const { items } = (await response.json()) as { readonly items: readonly unknown[] };
    return items.length;
  };
  const byEmail = `${baseUrl}/v1/person?email=yusuf.yarrow@foghorn-coffee.example`;
  const events = `${baseUrl}/v1/event?types=call_list.created`;
  for (const each of [byEmail, events]) {
    while ((await found(each)) === 0) await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** The variables that the guides tell their readers to set, with the values that `npm start` prints. */
export const guideEnvironment = (dataDirectory: string): Readonly<Record<string, string>> => {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDirectory, name), 'utf8'));
  const { apiUrl, apiKey } = read('endpoints.json');
  return {
    BASE_URL: apiUrl,
    API_KEY: apiKey,
    CONSOLE_URL: `${read('runner.json').outputs.AdminUrl}${CONSOLE_PATHS.page}`,
    ORGANIZATION_ID: DEMO_ORGANIZATION_ID,
    REPOSITORY: ROOT,
    DATA_DIR: dataDirectory,
    npm_config_ignore_scripts: 'false',
    npm_config_update_notifier: 'false',
  };
};
