import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../../service/service.ts';

/** What `npm start` prints. The demo organization has the records whose ids are in the files. */
export const demoSettings = (): Readonly<Record<'baseUrl' | 'apiKey', string>> => {
  // A deployed service has no demo organization, and these tests are skipped.
  if (service.admin === undefined) return { baseUrl: '', apiKey: '' };
  const file = join(service.toolEnvironment['DATA_DIR'] ?? '', 'endpoints.json');
  const { apiUrl: baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8'));
  return { baseUrl, apiKey };
};
