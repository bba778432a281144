import { describe, expect, it } from 'vitest';
import {
  EXAMPLE_COMPANY,
  EXAMPLE_ENTRY,
  EXAMPLE_PERSON,
} from '../../../../shared/contract/records/examples.ts';
import { adminApiDocument } from '../../../../shared/operations/openapi/admin-api/document.ts';
import { dataApiDocument } from '../../../../shared/operations/openapi/data-api/document.ts';
import { readOpenApi } from '../../../support/contract/openapi/document.ts';

const published = readOpenApi(dataApiDocument());
const exact = readOpenApi(dataApiDocument('exact'));

/** Every object in a document. */
const objectsOf = (value: unknown): readonly Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsOf);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
};

describe('the published schemas', () => {
  it.each([
    ['Person', EXAMPLE_PERSON],
    ['Company', EXAMPLE_COMPANY],
    ['CallListEntry', EXAMPLE_ENTRY],
  ])(
    'publishes a schema of %s that allows fields of later versions, which the exact one rejects',
    (name, value) => {
      const schema = ['components', 'schemas', name];
      const later = { ...value, addedLater: { any: 'thing' } };
      expect(published.errors(schema, later)).toEqual([]);
      expect(exact.errors(schema, value)).toEqual([]);
      expect(exact.errors(schema, later)).not.toEqual([]);
    },
  );

  it('leaves schemas of all responses and events open', () => {
    const document = dataApiDocument() as { components: { schemas: Record<string, object> } };
    const closed = Object.entries(document.components.schemas).filter(([, schema]) =>
      objectsOf(schema).some((each) => each['additionalProperties'] === false),
    );
    expect(closed.map(([name]) => name)).toEqual([
      'CreateWebhookEndpointBody',
      'CreateExportBody',
      'CreateImportBody',
    ]);
  });

  it('closes schemas of requests, which are strict', () => {
    const { components } = adminApiDocument() as { components: { schemas: Record<string, object> } };
    expect(components.schemas['CreateApiKeyBody']).toMatchObject({ additionalProperties: false });
    expect(components.schemas['ApiKey']).toMatchObject({ additionalProperties: true });
  });

  it.each([
    ['data', dataApiDocument()],
    ['admin', adminApiDocument()],
  ])('gives each number of the %s API that may exceed 32 bits a format', (_, document) => {
    const numbers = objectsOf(document).filter(({ type }) => type === 'number');
    for (const number of numbers) expect(number).toMatchObject({ format: 'double' });
    const integers = objectsOf(document).filter(
      ({ type, maximum = Number.POSITIVE_INFINITY, in: location, const: value }) =>
        type === 'integer' && location === undefined && value === undefined && Number(maximum) >= 2 ** 31,
    );
    const formats = integers.map(({ format, minimum }) => [format, minimum]);
    // `Retry-After` is a header.
    expect(formats.filter(([format, minimum]) => format !== 'int64' && minimum !== 1)).toEqual([]);
  });

  it('uses no construct that breaks a client generator', () => {
    for (const document of [dataApiDocument(), adminApiDocument()]) {
      // The fields that an example describes have lists of types.
      const objects = objectsOf(document).filter((each) => !('isCustom' in each));
      // ogen rejects lists of types.
      expect(objects.filter(({ type }) => Array.isArray(type))).toEqual([]);
      // Java and Python clients cannot match a parsed time against a pattern.
      expect(
        objects.filter(({ format, pattern }) => format === 'date-time' && pattern !== undefined),
      ).toEqual([]);
      // Python has no Unicode property escapes.
      expect(objects.filter(({ pattern }) => String(pattern).includes('\\p{'))).toEqual([]);
      // Clients disagree about how to choose an alternative.
      expect(objects.filter((each) => 'oneOf' in each)).toEqual([]);
      // ogen knows only the boolean of OpenAPI 3.0.
      expect(objects.filter((each) => 'exclusiveMinimum' in each)).toEqual([]);
      // ogen does not implement defaults that are null or an array.
      expect(objects.filter(({ default: value }) => value === null || Array.isArray(value))).toEqual([]);
      // openapi-python-client requires the items.
      expect(objects.filter(({ type, items }) => type === 'array' && items === undefined)).toEqual([]);
    }
  });

  it('inlines nullable strings, whose null older generators drop behind a reference', () => {
    const { components } = dataApiDocument() as { components: { schemas: Record<string, object> } };
    expect(components.schemas['Person']).toMatchObject({
      properties: {
        companyId: { anyOf: [{ type: 'string', pattern: expect.any(String) }, { type: 'null' }] },
      },
    });
    expect(components.schemas['CallListEntry']).toMatchObject({
      properties: { nextCallAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } },
    });
  });
});
