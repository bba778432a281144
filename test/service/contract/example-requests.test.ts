import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../../infra/openapi/requests/document.ts';
import { exampleRequests } from '../../../infra/openapi/requests/example-requests.ts';
import { dataApiDocument } from '../../../shared/operations/openapi/data-api/document.ts';
import { demoSettings } from '../../support/contract/example-requests/demo-settings.ts';
import { httpFileRequests } from '../../support/contract/example-requests/http-file.ts';
import { patientFetch } from '../../support/contract/example-requests/patient-fetch.ts';
import { createPostman, postmanItems } from '../../support/contract/example-requests/postman.ts';
import { callWith } from '../../support/records/call-with.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { storeCalls } from '../../support/records/store-calls.ts';
import { at, service } from '../../support/service/service.ts';
import { createSampleOrganization } from '../../support/service/service-setup.ts';

const operations = operationsOf(dataApiDocument());
const { requests } = exampleRequests(dataApiDocument());

describe.skipIf(service.admin === undefined)('the Postman collection', () => {
  const settings = demoSettings();

  it('sends one request per operation', () => {
    expect(postmanItems.map(({ name }) => name).toSorted()).toEqual(
      operations.map(({ summary }) => summary).toSorted(),
    );
  });

  it('succeeds with every request, in order, once baseUrl and apiKey are set', async () => {
    const postman = createPostman(settings);
    for (const item of postmanItems) await postman.run(item);
  });

  it('succeeds with ids that earlier responses returned, in an organization with other records', async () => {
    // Its own: one request imports a person.
    const { organizationId, data, key } = await createSampleOrganization(
      'Examples',
      sampleData('Examples'),
      service,
    );
    await storeCalls(organizationId, [callWith(at(data.people, 0))]);
    const postman = createPostman({ ...settings, apiKey: key });
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
});

describe.skipIf(service.admin === undefined)('the .http file', () => {
  it('succeeds with one request per operation', async () => {
    const settings = new Map<string, string>(Object.entries(demoSettings()));
    const sent: string[] = [];
    for (const { name, url, body, ...options } of httpFileRequests(settings)) {
      sent.push(name);
      const response = await patientFetch(url, { ...options, ...(body !== undefined && { body }) });
      const text = await response.text();
      const operation = operations.find(({ operationId }) => operationId === name);
      expect(response.status, `${name}: ${text}`).toBe(operation?.status);
      // A user sets the ids of created resources.
      const created = requests.find(({ operationId, method }) => operationId === name && method === 'POST');
      for (const saved of created?.saves ?? []) settings.set(saved.name, JSON.parse(text).id);
    }
    expect(sent.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
  });
});
