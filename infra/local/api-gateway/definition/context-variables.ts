import { StartError } from '../../process/start-error.ts';

/** Returns a `$context` variable by its name, such as `requestId` or `authorizer.keyId`. */
export type ContextLookup = (name: string) => string | undefined;

/** Besides those that start with `authorizer.`. */
const VARIABLES: ReadonlySet<string> = new Set([
  'error.message',
  'error.messageString',
  'error.responseType',
  'httpMethod',
  'identity.sourceIp',
  'integrationLatency',
  'requestId',
  'requestTimeEpoch',
  'resourcePath',
  'responseLatency',
  'responseLength',
  'status',
]);

const requireKnown = (name: string, owner: string): void => {
  if (VARIABLES.has(name) || name.startsWith('authorizer.')) return;
  throw new StartError(`${owner} uses $context.${name}, which the local runner does not support.`);
};

const VARIABLE = /\$context\.([A-Za-z_]\w*(?:\.\w+)*)/g;

/**
 * Replaces `$context` variables, the only part of the template language that is supported.
 *
 * @param absent replaces a variable without a value
 */
export const substitute = (template: string, lookup: ContextLookup, absent = ''): string =>
  template.replaceAll(VARIABLE, (_, name: string) => lookup(name) ?? absent);

/** @throws StartError for a template with anything but text and supported `$context` variables */
export const requirePlainTemplate = (template: string, owner: string): string => {
  const rest = template.replaceAll(VARIABLE, '');
  if (rest.includes('$') || /^\s*#/m.test(rest)) {
    throw new StartError(
      `${owner} has a template with more than $context variables, which the local runner does not support.`,
    );
  }
  for (const [, name = ''] of template.matchAll(VARIABLE)) requireKnown(name, owner);
  return template;
};

/** The source of a response header. */
export type HeaderSource = { readonly text: string } | { readonly variable: string };

/** Reads `'static text'` or `context.variable`; other mappings throw a {@link StartError}. */
export const readHeaderSource = (mapping: string, owner: string): HeaderSource => {
  const text = /^'(.*)'$/s.exec(mapping)?.[1];
  if (text !== undefined) return { text };
  const variable = /^context\.(\w+(?:\.\w+)*)$/.exec(mapping)?.[1];
  if (variable !== undefined) {
    requireKnown(variable, owner);
    return { variable };
  }
  throw new StartError(`${owner} maps a header from ${mapping}, which the local runner does not support.`);
};

/** The value of a response header; `undefined` omits the header. */
export const headerValue = (source: HeaderSource, lookup: ContextLookup): string | undefined =>
  'text' in source ? source.text : lookup(source.variable);
