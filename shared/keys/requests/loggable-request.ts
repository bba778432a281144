import type { QueryParameter, QueryParameters } from '../../contract/query-parameters.ts';

/** What the access log shows of a request, apart from what API Gateway knows of it. */
export interface LoggableRequest {
  /** The path as sent, with the names of its parameters, but no values of lookups. */
  readonly path: string;
  readonly userAgent: string;
}

/** API Gateway truncates lines of more than 1,024 bytes, which would no longer be JSON. */
export const MAX_PATH_LENGTH = 200;
export const MAX_USER_AGENT_LENGTH = 100;

/** Replaces a value that is not logged. */
const HIDDEN_VALUE = '*';

/** Kinds of parameters whose values are about the request, not about a person or company. */
const SHOWN_KINDS: ReadonlySet<QueryParameter['kind']> = new Set([
  'boolean',
  'enum',
  'fields',
  'integer',
  'set',
  'timestamp',
]);

/** A client can send anything as a value of these kinds, too. */
const PLAIN_VALUE = /^[\w.,:+-]{1,64}$/;

const MAX_NAME_LENGTH = 40;

/**
 * Makes a text safe in a JSON string: API Gateway does not document whether it escapes values in an access
 * log, and a quotation mark would let a client write fields of its own, such as another organization's id.
 */
const plainText = (text: string, replace: (character: string) => string): string =>
  text.replaceAll(/[^ !#-[\]-~]/gu, replace);

/** Lone surrogates have no percent-encoding. */
const percentEncoded = (character: string): string => encodeURIComponent(character.toWellFormed());

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3)}...`;

const parameterText = (
  declared: QueryParameter | undefined,
  name: string,
  values: readonly string[] = [],
): string => {
  const shownName = shorten(plainText(name, percentEncoded).replaceAll(' ', '%20'), MAX_NAME_LENGTH);
  const isShown = declared !== undefined && SHOWN_KINDS.has(declared.kind);
  const shown = values.map((value) => (isShown && PLAIN_VALUE.test(value) ? value : HIDDEN_VALUE));
  return `${shownName}=${shown.join(',')}`;
};

interface SentRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly userAgent: string | undefined;
}

/**
 * Describes a request for the access log. Values of lookups, and anything a client sends in place of a
 * number or a date, are replaced by {@link HIDDEN_VALUE}.
 *
 * @param declared the parameters of its operation
 */
export const loggableRequest = (
  declared: QueryParameters,
  { path, query, userAgent = '' }: SentRequest,
): LoggableRequest => {
  const parameters = Object.entries(query ?? {}).map(([name, values]) =>
    parameterText(Object.hasOwn(declared, name) ? declared[name] : undefined, name, values),
  );
  const text = [plainText(path, percentEncoded), ...(parameters.length > 0 ? [parameters.join('&')] : [])];
  return {
    path: shorten(text.join('?'), MAX_PATH_LENGTH),
    userAgent: shorten(
      plainText(userAgent, () => ' '),
      MAX_USER_AGENT_LENGTH,
    ),
  };
};
