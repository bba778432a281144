import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpResponse } from '../../http/http.ts';
import type { OpenApiReader, Part } from './document.ts';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** Relative to the base URL, including the query. */
  readonly path: string;
  readonly response: Pick<HttpResponse, 'status' | 'headers' | 'bytes'>;
}

/**
 * Standard HTTP headers and AWS's own. `x-amzn-remapped-*` is excluded: API Gateway gives our headers that
 * prefix when it renames them.
 */
const TRANSPORT =
  /^(date|connection|keep-alive|content-length|content-encoding|content-type|transfer-encoding|via|strict-transport-security|x-content-type-options|x-amzn?-(?!remapped-).+)$/;

/** Rules for every response that are not part of the document. */
const commonErrors = ({ status, headers }: Exchange['response']): readonly string[] => [
  ...(headers['strict-transport-security'] === 'max-age=63072000'
    ? []
    : ['The header Strict-Transport-Security is missing.']),
  ...(headers['x-content-type-options'] === 'nosniff'
    ? []
    : ['The header X-Content-Type-Options is missing.']),
  ...(status === 304 && headers['content-type'] !== undefined ? ['A 304 has a Content-Type.'] : []),
];

const matches = (template: string, path: string): boolean => {
  const parts = path.split('/');
  const expected = template.split('/');
  return (
    parts.length === expected.length &&
    expected.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  );
};

/** The path template of a request, preferring one without variables. */
const templateOf = (document: OpenApiReader, path: string): string | undefined =>
  Object.keys(document.at('paths')?.value ?? {})
    .filter((template) => matches(template, path))
    .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))[0];

/**
 * The documented responses to a request, by status. `HEAD` is answered as `GET` is; unlisted requests as
 * `x-unlisted-requests` documents.
 */
const responsesOf = (document: OpenApiReader, method: string, path: string): Part | undefined => {
  const template = templateOf(document, path.replace(/\?.*$/s, ''));
  if (template === undefined) return document.at('x-unlisted-requests', 'path');
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  return document.at('paths', template, verb, 'responses') ?? document.at('x-unlisted-requests', 'method');
};

const headerErrors = (
  document: OpenApiReader,
  { pointer, value }: Part,
  headers: Exchange['response']['headers'],
): readonly string[] => {
  const declared = Object.keys((value['headers'] ?? {}) as object);
  const undeclared = Object.keys(headers).filter(
    (name) =>
      headers[name] !== undefined &&
      !TRANSPORT.test(name) &&
      !declared.some((other) => other.toLowerCase() === name),
  );
  return [
    ...undeclared.map((name) => `The header ${name} is not documented.`),
    ...declared.flatMap((name) => {
      const header = document.at(...pointer, 'headers', name);
      if (header === undefined) return [`The header ${name} refers to nothing.`];
      const text = headers[name.toLowerCase()];
      if (text === undefined)
        return header.value['required'] === true ? [`The header ${name} is missing.`] : [];
      const schema = document.at(...header.pointer, 'schema');
      const sent = schema?.value['type'] === 'integer' ? Number(text) : text;
      return document
        .errors([...header.pointer, 'schema'], sent)
        .map((error) => `The header ${name}: ${error} (${String(text)})`);
    }),
  ];
};

const decoded = ({ headers, bytes }: Exchange['response']): string => {
  switch (headers['content-encoding']) {
    case undefined:
      return bytes.toString('utf8');
    case 'gzip':
      return gunzipSync(bytes).toString('utf8');
    case 'deflate':
      return inflateSync(bytes).toString('utf8');
    case 'br':
      return brotliDecompressSync(bytes).toString('utf8');
    default:
      throw new Error(`An unknown content encoding: ${headers['content-encoding']}`);
  }
};

/** The media types that a value of a parameter chooses instead of the documented ones. */
const chosenTypes = (document: OpenApiReader, operation: readonly string[]): readonly unknown[] => {
  const parameters = document.at(...operation, 'parameters')?.value ?? {};
  return Object.keys(parameters).flatMap((index) => {
    const schema = document.at(...operation, 'parameters', index, 'schema')?.value ?? {};
    return Object.values(Object(schema['x-media-types']));
  });
};

const bodyErrors = (
  document: OpenApiReader,
  { pointer, value }: Part,
  { method, path, response }: Exchange,
): readonly string[] => {
  const types = Object.keys((value['content'] ?? {}) as object);
  if (method === 'HEAD' || types.length === 0) {
    return response.bytes.length === 0 ? [] : [`There is a body of ${response.bytes.length} bytes.`];
  }
  const [type = ''] = (response.headers['content-type'] ?? '').split(';');
  if (response.status === 200 && chosenTypes(document, pointer.slice(0, -2)).includes(type)) return [];
  if (!types.includes(type)) return [`The content type "${type}" is not documented.`];
  // `fields` omits what the schema requires.
  const reader = /[?&]fields=/.test(path) && response.status === 200 ? document.partial : document;
  return reader.errors([...pointer, 'content', type, 'schema'], JSON.parse(decoded(response)));
};

/** Everything in a response that the document does not allow. */
export const responseErrors = (document: OpenApiReader, exchange: Exchange): readonly string[] => {
  const { method, path, response } = exchange;
  const responses = responsesOf(document, method, path);
  const found = responses && document.at(...responses.pointer, String(response.status));
  if (found === undefined) return [`The status ${response.status} is not documented.`];
  return [
    ...commonErrors(response),
    ...headerErrors(document, found, response.headers),
    ...bodyErrors(document, found, exchange),
  ];
};

/** @throws Error listing everything that the document does not allow */
export const checkResponse = (document: OpenApiReader, exchange: Exchange): void => {
  const errors = responseErrors(document, exchange);
  if (errors.length === 0) return;
  const { method, path, response } = exchange;
  throw new Error(
    `${method} ${path} → ${response.status} is not as the OpenAPI document says:\n${errors.join('\n')}`,
  );
};
