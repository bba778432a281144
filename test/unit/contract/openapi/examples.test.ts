import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminApiDocument } from '../../../../shared/operations/openapi/admin-api/document.ts';
import { dataApiDocument } from '../../../../shared/operations/openapi/data-api/document.ts';
import { readOpenApi } from '../../../support/contract/openapi/document.ts';
import { allExamples } from '../../../support/contract/openapi/examples.ts';
import { mutationsOf } from '../../../support/contract/openapi/mutations.ts';

const dataApi = readOpenApi(dataApiDocument('exact'));
const dataApiExamples = allExamples(dataApi);
const adminApi = readOpenApi(adminApiDocument('exact'));

describe.each([
  { name: 'data', document: dataApi, examples: dataApiExamples, atLeast: 60, known: 'post call_list.locked' },
  {
    name: 'admin',
    document: adminApi,
    examples: allExamples(adminApi),
    atLeast: 40,
    known: 'post /api-keys 201',
  },
])('the examples of the $name API', ({ document, examples, atLeast, known }) => {
  it('covers every operation, problem and event', () => {
    const names = examples.map(({ name }) => name);
    expect(names).toContain(known);
    expect(names.length).toBeGreaterThan(atLeast);
  });

  it('matches the schemas', () => {
    const wrong = examples.flatMap(({ name, schema, value }) =>
      document.errors(schema, value).map((error) => `${name}: ${error}`),
    );
    expect(wrong).toEqual([]);
  });

  it('violates the schemas once a field is omitted, retyped or added', () => {
    const mutations = examples
      // Request fields may be optional.
      .filter(({ schema }) => !(schema[0] === 'paths' && schema.includes('requestBody')))
      .flatMap(({ name, schema, value }) =>
        mutationsOf(value).map((mutation) => ({ name, schema, ...mutation })),
      );
    expect(mutations.length).toBeGreaterThan(500);
    const accepted = mutations.filter(({ schema, value }) => document.errors(schema, value).length === 0);
    expect(accepted.map(({ name, what }) => `${name} ${what}`)).toEqual([]);
  });
});

describe('the schemas', () => {
  it.each([
    [
      'Person',
      'a phone of an unknown type',
      { phones: [{ number: null, type: 'fax', extension: null, raw: null, doNotCall: false }] },
    ],
    [
      'Person',
      'a number that is not E.164',
      { phones: [{ number: '0202', type: 'work', extension: null, raw: null, doNotCall: false }] },
    ],
    ['Person', 'an id in upper case', { id: '6F1C1A52-7F0B-4B60-9D3E-2F4F8F0F7A11' }],
    ['Person', 'a time without milliseconds', { createdAt: '2026-01-31T09:30:00Z' }],
    ['Person', 'a day that does not exist', { createdAt: '2026-02-30T09:30:00.000Z' }],
    ['Person', 'a time of another zone', { createdAt: '2026-01-31T09:30:00.000+01:00' }],
    ['ListedEntry', 'an unknown status', { status: 'done' }],
    ['ListedEntry', 'a negative number of attempts', { attempts: -1 }],
  ])('rejects, by the schema of %s, %s', (name, _, change) => {
    const schema = ['components', 'schemas', name];
    const operation = name === 'Person' ? 'post person.created' : 'post call_list_entry.created';
    const [event] = dataApiExamples.filter((each) => each.name === operation).map(({ value }) => value);
    const { data } = z.object({ data: z.looseObject({}) }).parse(event);
    expect(dataApi.errors(schema, data)).toEqual([]);
    expect(dataApi.errors(schema, { ...data, ...change })).not.toEqual([]);
  });
});
