import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../infra/openapi/requests/document.ts';
import { dataApiDocument } from '../../shared/contract/openapi/data-api/document.ts';
import { runProgram } from '../support/command.ts';
import { httpFileRequests } from '../support/example-requests/http-file.ts';
import { patientFetch } from '../support/example-requests/patient-fetch.ts';
import { COLLECTION_FILE, createPostman, postmanItems } from '../support/example-requests/postman.ts';
import { service } from '../support/service.ts';

/** What `npm start` prints: the demo organization has the ids in the files. */
const settingsOfDemo = () => {
  // A deployed service has no demo organization, and these tests are skipped.
  if (service.admin === undefined) return { baseUrl: '', apiKey: '' };
  const file = join(service.toolEnvironment['DATA_DIR'] ?? '', 'endpoints.json');
  const { apiUrl: baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8'));
  return { baseUrl, apiKey };
};

const operations = operationsOf(dataApiDocument());

describe.skipIf(service.admin === undefined)('the Postman collection', () => {
  const settings = settingsOfDemo();

  it('has one request per operation', () => {
    expect(postmanItems.map(({ name }) => name).toSorted()).toEqual(
      operations.map(({ summary }) => summary).toSorted(),
    );
  });

  it('succeeds with every request, in order, once baseUrl and apiKey are set', async () => {
    const postman = createPostman(settings);
    for (const item of postmanItems) await postman.run(item);
  });

  it('succeeds with ids that earlier responses returned, in an organization with other records', async () => {
    const postman = createPostman({ ...settings, apiKey: service.first.key });
    for (const item of postmanItems) await postman.run(item);
  });

  it('succeeds with each optional parameter that is enabled', async () => {
    const postman = createPostman(settings);
    for (const item of postmanItems) await postman.run(item);
    for (const item of postmanItems.filter(({ request }) => request.method === 'GET')) {
      const optional = [...item.request.url.query, ...item.request.header].filter(({ disabled }) => disabled);
      for (const parameter of optional) {
        if (postman.isSet(parameter)) await postman.run(item, parameter.key);
        // Collections of one page have no cursor.
        else expect(parameter.key, item.name).toBe('cursor');
      }
    }
  });

  it.runIf(process.env['CONNECTORS'] === 'all')('runs green with newman', async () => {
    const variables = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const args = ['--yes', 'newman@6.2.1', 'run', COLLECTION_FILE, ...variables];
    const { exitCode, stdout, stderr } = await runProgram('npx', args);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`assertions[^\\d]+${operations.length}[^\\d]+0`));
  });
});

describe.skipIf(service.admin === undefined)('the .http file', () => {
  const requests = httpFileRequests(settingsOfDemo());

  it('has one request per operation', () => {
    expect(requests.map(({ name }) => name).toSorted()).toEqual(
      operations.map(({ operationId }) => operationId).toSorted(),
    );
  });

  it.each(requests)('succeeds with $name', async ({ name, url, body, ...options }) => {
    const response = await patientFetch(url, { ...options, ...(body !== undefined && { body }) });
    expect(response.status, await response.text()).toBe(
      operations.find(({ operationId }) => operationId === name)?.status,
    );
  });
});
