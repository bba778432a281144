import { EXAMPLE_CUSTOM_FIELD } from '../../contract/records/examples.ts';
import { KIND_NAMES } from '../../kinds/names.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { readersText } from './texts.ts';

/** The operation of the data API on fields. */
export const FIELD_ROUTES = {
  listFields: {
    functionName: 'list-fields',
    method: 'GET',
    path: '/v1/field',
    isRare: true,
    permission: null,
    query: {
      resource: { kind: 'enum', values: KIND_NAMES, isRequired: true },
      format: {
        kind: 'enum',
        values: ['list', 'json-schema'],
        default: 'list',
        mediaTypes: { 'json-schema': 'application/schema+json' },
      },
    },
    response: 'FieldList',
  },
} as const satisfies DataRoutes;

/** Its documentation. */
export const documentFieldRoutes = (): DataDocumentation<typeof FIELD_ROUTES> => ({
  listFields: {
    tag: 'Fields',
    summary: 'List the fields of a resource',
    description:
      'Returns the fields of a resource: those of the API, in their order, and the custom fields that ' +
      'imports have stored, up to 2,000, sorted by name. With `format=json-schema`, the response is a ' +
      'JSON Schema (draft 2020-12, `application/schema+json`) instead: ' +
      'clients that decode all responses to one type cannot send it. ' +
      `Requires a permission to read the resource: for ${readersText()}.`,
    checksPermissions: true,
    parameters: {
      resource: 'The resource.',
      format: '`json-schema` returns a JSON Schema of the resource.',
    },
    examples: {
      fields: {
        summary: 'Two of the fields of a person',
        value: {
          items: [
            {
              path: 'title',
              type: ['string', 'null'],
              format: null,
              values: [],
              isCustom: false,
              sources: [],
              firstSeenAt: null,
              description: 'Job title.',
            },
            EXAMPLE_CUSTOM_FIELD,
          ],
        },
      },
    },
  },
});
