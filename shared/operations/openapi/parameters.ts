import { FEED_POSITION, pathParameterOf } from '../../contract/path-parameters.ts';
import {
  allowedWith,
  listOf,
  MAX_CURSOR_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  PHONE_NUMBER,
  type QueryParameter,
  type QueryParameters,
} from '../../contract/query-parameters.ts';
import { type JsonObject, reference } from './json-object.ts';

/** A list of values, which may mean the same, or a single one. */
const valuesOf = (maximum: number, items: JsonObject): JsonObject =>
  maximum === 1 ? items : { type: 'array', items, minItems: 1, maxItems: maximum };

const schemaOf = (parameter: QueryParameter): JsonObject => {
  switch (parameter.kind) {
    case 'integer': {
      const { kind, onlyWith: _, isRequired: __, ...bounds } = parameter;
      return { type: kind, ...bounds };
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'uuid':
      return reference('schemas', 'Id');
    case 'text':
      return {
        type: 'string',
        minLength: 1,
        maxLength: parameter.maximumLength,
        ...(parameter.pattern !== undefined && { pattern: parameter.pattern }),
      };
    case 'enum': {
      const { kind, values, mediaTypes, onlyWith: _, isRequired: __, ...others } = parameter;
      const media = mediaTypes && { 'x-media-types': mediaTypes };
      return { type: 'string', [kind]: values, ...others, ...media };
    }
    case 'set':
      return {
        type: 'array',
        items: { type: 'string', enum: parameter.values },
        minItems: 1,
        uniqueItems: true,
      };
    case 'ids':
      return valuesOf(parameter.maximum, reference('schemas', 'Id'));
    case 'texts':
      return {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: parameter.maximumLength },
        minItems: 1,
        maxItems: parameter.maximum,
      };
    case 'name':
      return { type: 'string', minLength: 2, maxLength: MAX_NAME_LENGTH };
    case 'fields':
      return { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 };
    case 'email':
      return valuesOf(parameter.maximum, { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH });
    case 'domain':
      return valuesOf(parameter.maximum, { type: 'string', format: 'hostname', maxLength: 500 });
    case 'phone':
      return valuesOf(parameter.maximum, { type: 'string', pattern: PHONE_NUMBER.source });
    case 'external-id':
      return valuesOf(parameter.maximum, {
        type: 'string',
        // Source and id have a visible character each.
        pattern: '^[^:]*[^\\s:][^:]*:.*\\S.*$',
        maxLength: 1_501,
      });
    case 'cursor':
      return { type: 'string', minLength: 1, maxLength: MAX_CURSOR_LENGTH };
  }
};

/** Kinds of lists, such as `include=person,company`. */
const COMMA_SEPARATED: readonly QueryParameter['kind'][] = ['set', 'ids', 'fields'];

/** A sentence about the parameters that a parameter excludes. */
const exclusionOf = (query: QueryParameters, name: string): string => {
  if (query[name]?.onlyWith === undefined) return '';
  return ` Only ${listOf(allowedWith(query, name).map((other) => `\`${other}\``))} may be sent with it.`;
};

/**
 * The path and query parameters of an operation.
 *
 * @param texts by parameter name: the types of the documentation require each
 */
export const parameters = (
  { path, query }: { readonly path: string; readonly query: QueryParameters },
  texts: Readonly<Record<string, string>>,
): readonly JsonObject[] => {
  const inPath = pathParameterOf(path);
  return [
    ...(inPath === undefined
      ? []
      : [
          {
            name: inPath,
            in: 'path',
            required: true,
            description: texts[inPath],
            schema:
              inPath === 'id'
                ? reference('schemas', 'Id')
                : { type: 'string', pattern: FEED_POSITION.source },
          },
        ]),
    ...Object.entries(query).map(([name, parameter]) => ({
      name,
      in: 'query',
      ...(parameter.isRequired && { required: true }),
      description: `${texts[name]}${exclusionOf(query, name)}`,
      ...(COMMA_SEPARATED.includes(parameter.kind) && { style: 'form', explode: false }),
      schema: schemaOf(parameter),
    })),
  ];
};
