import type { QueryParameter, QueryParameters } from '../../contract/query-parameters.ts';
import { UNKNOWN_PATH } from '../../operations/data-api/routes.ts';

/** What the access log shows of a request, apart from what API Gateway knows of it. */
export interface LoggableRequest {
  /** The path with the names of declared parameters, but no values of lookups: only what cannot be secret. */
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

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a user agent may hold by mistake: addresses, phone numbers, and tokens such as our keys. */
const PRIVATE_TEXT = /\S+@\S+|\+\d(?:[ ()-]{0,2}\d){6,}|\d(?:[ -]?\d){8,}|(?=\w*\d)\w{20,}[\w-]*/g;

/**
 * Makes a text safe in a JSON string: API Gateway does not document whether it escapes values in an access
 * log, and a quotation mark would let a client write fields of its own, such as another organization's id.
 */
const plainText = (text: string): string => text.replaceAll(/[^ !#-[\]-~]/gu, ' ');

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3)}...`;

const parameterText = (
  declared: QueryParameter | undefined,
  name: string,
  values: readonly string[] = [],
): string => {
  const isShown = declared !== undefined && SHOWN_KINDS.has(declared.kind);
  const shown = values.map((value) => (isShown && PLAIN_VALUE.test(value) ? value : HIDDEN_VALUE));
  return `${declared === undefined ? HIDDEN_VALUE : name}=${shown.join(',')}`;
};

/** The first segments of an unknown path are what was mistyped; later ones may be values. */
const UNKNOWN_SEGMENTS = 2;
const WORD = /^[a-z][a-z-]{0,30}$/i;

/** The segments of a path that its route declares, and UUIDs; of an unknown path, what is mistyped. */
const pathText = (route: string, path: string): string => {
  const words = new Set(['v1', ...route.split('/')]);
  const isUnknown = route === UNKNOWN_PATH.path;
  return path
    .split('/')
    .map((segment, index) => {
      const isTyped = isUnknown && index <= UNKNOWN_SEGMENTS && WORD.test(segment);
      return words.has(segment) || isTyped || UUID.test(segment) ? segment : HIDDEN_VALUE;
    })
    .join('/');
};

interface SentRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly userAgent: string | undefined;
}

/**
 * Describes a request for the access log. Values of lookups, anything a client sends in place of an id, a
 * number or a date, undeclared parameters, and what looks private in the user agent are replaced by
 * {@link HIDDEN_VALUE}.
 */
export const loggableRequest = (
  route: { readonly path: string; readonly query: QueryParameters },
  { path, query, userAgent = '' }: SentRequest,
): LoggableRequest => {
  const parameters = Object.entries(query ?? {}).map(([name, values]) =>
    parameterText(Object.hasOwn(route.query, name) ? route.query[name] : undefined, name, values),
  );
  const text = [pathText(route.path, path), ...(parameters.length > 0 ? [parameters.join('&')] : [])];
  return {
    path: shorten(text.join('?'), MAX_PATH_LENGTH),
    userAgent: shorten(plainText(userAgent).replaceAll(PRIVATE_TEXT, HIDDEN_VALUE), MAX_USER_AGENT_LENGTH),
  };
};
