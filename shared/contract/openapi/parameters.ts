import { MAX_CURSOR_LENGTH, type QueryParameter, type QueryParameters } from '../query-parameters.ts';
import { type JsonObject, reference } from './json-object.ts';

const schemaOf = (parameter: QueryParameter): JsonObject => {
  switch (parameter.kind) {
    case 'integer':
      return {
        type: 'integer',
        minimum: parameter.minimum,
        maximum: parameter.maximum,
        default: parameter.default,
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'uuid':
      return reference('schemas', 'Id');
    case 'text':
      return { type: 'string', minLength: 1, maxLength: parameter.maximumLength };
    case 'enum':
      return {
        type: 'string',
        enum: parameter.values,
        ...(parameter.default === undefined ? {} : { default: parameter.default }),
      };
    case 'set':
      return {
        type: 'array',
        items: { type: 'string', enum: parameter.values },
        minItems: 1,
        uniqueItems: true,
      };
    case 'cursor':
      return { type: 'string', minLength: 1, maxLength: MAX_CURSOR_LENGTH };
  }
};

/** Sets are comma-separated: `include=person,company`. */
const styleOf = ({ kind }: QueryParameter): JsonObject =>
  kind === 'set' ? { style: 'form', explode: false } : {};

/**
 * The query parameters of an operation.
 *
 * @param descriptions by parameter name
 * @throws Error for a parameter without a description
 */
export const queryParameters = (
  declared: QueryParameters,
  descriptions: Readonly<Record<string, string>>,
): readonly JsonObject[] =>
  Object.entries(declared).map(([name, parameter]) => {
    const description = descriptions[name];
    if (description === undefined) throw new Error(`The query parameter ${name} has no description.`);
    return { name, in: 'query', description, ...styleOf(parameter), schema: schemaOf(parameter) };
  });

/** The `{id}` of a path, if it has one. */
export const pathParameters = (path: string, description: string): readonly JsonObject[] =>
  path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, description, schema: reference('schemas', 'Id') }]
    : [];
