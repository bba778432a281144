import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownFieldsOf } from '../../../shared/contract/records/own-fields.ts';
import { KINDS } from '../../../shared/kinds/kinds.ts';
import { KIND_NAMES, readersOf } from '../../../shared/kinds/names.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, call, createKey, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

interface Field {
  readonly path: string;
  readonly type: readonly string[];
  readonly isCustom: boolean;
  readonly sources: readonly string[];
  readonly firstSeenAt: string | null;
}

const organizationId = randomUUID();
const sample = sampleData('Fields');
const people = sample.people.slice(0, 2).map((person, index) => ({
  ...person,
  companyId: null,
  customFields: index === 0 ? { score: 1, 'a, b.c': 'x', __proto__: null, empty: null } : { score: 'high' },
}));

let key: string;

const fieldsOf = async (resource: string, as = key): Promise<readonly Field[]> => {
  const response = await call(`/v1/field?resource=${resource}`, { key: as });
  expect(response.status, response.text).toBe(200);
  return (response.json as { readonly items: readonly Field[] }).items;
};

describe('GET /v1/field', () => {
  beforeAll(async () => {
    await createOrganizationAdmin(organizationId, service);
    await importRecords(organizationId, { people }, ['--source', 'crm']);
    ({ key } = await createKey(['person:list', 'company:read', 'call-list:read', 'call:read'], {
      organizationId,
    }));
  });

  it.each(KIND_NAMES)('lists the fields of the contract of a %s, all selectable', async (resource) => {
    const fields = (await fieldsOf(resource)).filter(({ isCustom }) => !isCustom);
    expect(fields.map(({ path }) => path)).toEqual(
      ownFieldsOf({ ...KINDS[resource].fields, ...KINDS[resource].counts }).map(({ path }) => path),
    );
    const paths = fields.map(({ path }) => path).filter((path) => !/^(changedAt|entryCount)$/.test(path));
    const contact = /^(emails|phones?|linkedinUrl|recordingUrl|note|location\.street)(\.|$)/;
    const shown = paths.filter((path) => resource === 'company' || !contact.test(path));
    if (resource !== 'company') {
      expect((await call(`/v1/${resource}?limit=1&fields=${shown.join()}`, { key })).status).toBe(200);
    }
  });

  it('lists custom fields with their types and sources, by name', async () => {
    const custom = (await fieldsOf('person')).filter(({ isCustom }) => isCustom);
    expect(custom).toEqual([
      {
        path: 'customFields.a, b.c',
        type: ['string', 'null'],
        format: null,
        values: [],
        isCustom: true,
        sources: ['crm'],
        firstSeenAt: expect.stringMatching(/Z$/),
        description: null,
      },
      expect.objectContaining({ path: 'customFields.score', type: ['number', 'string', 'null'] }),
    ]);
    expect((await fieldsOf('company')).some(({ isCustom }) => isCustom)).toBe(false);
  });

  it('keeps the time when a field was first seen, and adds the source of a later import', async () => {
    const scoreOf = async () => (await fieldsOf('person')).find(({ path }) => path === 'customFields.score');
    const before = await scoreOf();
    await importRecords(organizationId, { people }, ['--source', 'other']);
    const after = await eventually(async () => {
      const field = await scoreOf();
      return field?.sources.length === 2 ? field : undefined;
    });
    expect(after).toEqual({ ...before, sources: ['crm', 'other'] });
  });

  it('publishes a JSON Schema that accepts every record and names custom fields', async () => {
    const response = await call('/v1/field?resource=person&format=json-schema', { key });
    expect(response.headers['content-type']).toBe('application/schema+json; charset=utf-8');
    // biome-ignore lint/suspicious/noExplicitAny: a JSON Schema.
    const schema = response.json as any;
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.properties.customFields.properties).toEqual({
      'a, b.c': { type: ['string', 'null'] },
      score: { type: ['number', 'string', 'null'] },
    });
    const ajv = new Ajv2020({ allowUnionTypes: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const { json } = await call('/v1/person', { key });
    for (const person of (json as { readonly items: readonly unknown[] }).items) {
      expect(validate(person), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ ...at(people, 0), firstName: 1 })).toBe(false);
  });

  it.each(KIND_NAMES)('requires a permission to read a %s', async (resource) => {
    const [needed = ''] = readersOf(resource);
    const { key: other } = await createKey(['event:read'], { organizationId });
    const response = await call(`/v1/field?resource=${resource}`, { key: other });
    expect(expectProblem(response, 403, 'forbidden').missingPermissions).toEqual([needed]);
  });

  it("shows no other organization's custom fields", async () => {
    const paths = (await fieldsOf('person', service.second.key)).map(({ path }) => path);
    expect(paths).not.toContain('customFields.a, b.c');
  });

  it.each([
    ['', 'resource', 'is required'],
    ['?resource=people', 'resource', 'must be one of: person, company, call-list, call-list-entry'],
    ['?resource=person&format=xml', 'format', 'must be one of: list, json-schema'],
  ])('rejects %s', async (query, parameter, detail) => {
    const { errors } = expectProblem(await call(`/v1/field${query}`, { key }), 400, 'invalid-request');
    expect(errors).toEqual([{ parameter, detail: expect.stringContaining(detail) }]);
  });
});
