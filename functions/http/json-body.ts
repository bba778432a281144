import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { invalidRequest, type ParameterError, ProblemError } from '../../shared/contract/problems.ts';
import { shorten } from '../../shared/contract/query-parameters.ts';
import type { Route } from '../../shared/operations/route.ts';
import { jsonProblem } from '../../shared/runtime/json-syntax.ts';
import { headerValues } from './headers.ts';

/** The maximum of routes without one of their own. */
const MAX_BODY_CHARACTERS = 100_000;

/** An error of a field, or of the whole body if the field has no name. */
const fieldError = (path: string, detail: string): ParameterError =>
  path === ''
    ? { parameter: 'body', detail: `has a field without a name, which ${detail}` }
    : { parameter: shorten(path), detail };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('invalid-request', 'The request body is not valid JSON.');
  }
};

const isJson = (contentType: string): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType.trim());

/**
 * @throws ProblemError if the body is not JSON, is too long, or has a name twice, of which readers see
 * different values
 */
const parse = (event: APIGatewayProxyEvent, maximum: number): unknown => {
  const types = headerValues(event.multiValueHeaders, 'content-type');
  const [type] = types;
  if (type === undefined || types.length > 1 || !isJson(type)) {
    throw new ProblemError(
      'unsupported-media-type',
      'Unsupported media type. Send JSON with `Content-Type: application/json`.',
    );
  }
  const text = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
  if (text.length > maximum) {
    throw new ProblemError(
      'content-too-large',
      `The request body exceeds the maximum of ${maximum} characters.`,
    );
  }
  const document = parseJson(text);
  const problem = jsonProblem(text);
  if (problem !== undefined) throw invalidRequest([fieldError(problem.path, problem.detail)]);
  return document;
};

/** The part of a schema that tells the fields of its objects. */
interface Described {
  readonly def: {
    readonly type: string;
    readonly innerType?: Described;
    readonly element?: Described;
    readonly shape?: Readonly<Record<string, Described>>;
  };
}

/** The declared fields of the object at a path. */
const fieldsAt = (schema: Described | undefined, path: readonly PropertyKey[]): readonly string[] => {
  const { innerType, element, shape = {} } = schema?.def ?? {};
  if (innerType !== undefined) return fieldsAt(innerType, path);
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(shape);
  return fieldsAt(element ?? shape[String(key)], rest);
};

const errorsOf = (schema: z.ZodMiniType, error: z.core.$ZodError): readonly ParameterError[] =>
  error.issues.flatMap((issue): readonly ParameterError[] => {
    if (issue.code === 'unrecognized_keys') {
      const fields = fieldsAt(schema, issue.path);
      const allowed = fields.length === 0 ? '' : `; allowed fields: ${fields.join(', ')}`;
      return issue.keys.map((key) => fieldError([...issue.path, key].join('.'), `is unknown${allowed}`));
    }
    const parameter = issue.path.map(String).join('.') || 'body';
    const detail =
      parameter === 'body' && issue.code === 'invalid_type' ? 'must be an object' : issue.message;
    return [{ parameter, detail }];
  });

/** The header by which a request can be repeated. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/** A string of RFC 9651, section 3.3.3, as draft-ietf-httpapi-idempotency-key-header has the key. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/;

/** The key in a header: `"x"` is the same as `x`. */
const idempotencyKeyOf = (values: readonly string[]): string | undefined => {
  const [value = '', ...others] = values;
  const quoted = QUOTED.exec(value)?.[1];
  const key = quoted === undefined ? value : quoted.replaceAll(/\\(.)/g, '$1');
  const isValid = quoted !== undefined || /^[\x21-\x7e]+$/.test(key);
  return isValid && others.length === 0 && key.length <= MAX_KEY_LENGTH ? key : undefined;
};

/**
 * Parses and validates the JSON body of a request. Throws `unsupported-media-type`, `content-too-large` or,
 * for invalid JSON, `invalid-request`.
 *
 * @param route whether it takes the header, and the maximum of its body
 * @returns the parsed body with the key of a request that has one, or an error for each invalid field
 */
export const readBody = <S extends z.ZodMiniType>(
  schema: S,
  event: APIGatewayProxyEvent,
  {
    takesIdempotencyKey = false,
    maxBodyCharacters = MAX_BODY_CHARACTERS,
  }: Pick<Route, 'takesIdempotencyKey' | 'maxBodyCharacters'> = {},
):
  | { readonly body: z.output<S>; readonly idempotencyKey?: string }
  | { readonly errors: readonly ParameterError[] } => {
  const result = schema.safeParse(parse(event, maxBodyCharacters));
  const errors = result.success ? [] : errorsOf(schema, result.error);
  const keys = takesIdempotencyKey
    ? headerValues(event.multiValueHeaders, IDEMPOTENCY_HEADER.toLowerCase())
    : [];
  const idempotencyKey = idempotencyKeyOf(keys);
  if (keys.length > 0 && idempotencyKey === undefined) {
    const detail = `must be one value of 1 to ${MAX_KEY_LENGTH} visible ASCII characters, such as a UUID`;
    return { errors: [...errors, { parameter: IDEMPOTENCY_HEADER, detail }] };
  }
  if (!result.success) return { errors };
  return { body: result.data, ...(idempotencyKey !== undefined && { idempotencyKey }) };
};
