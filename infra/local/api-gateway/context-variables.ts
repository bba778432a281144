import { StartError } from '../process/start-error.ts';

/** Gives a `$context` variable by its name, such as `requestId` or `authorizer.keyId`. */
export type ContextLookup = (name: string) => string | undefined;

const VARIABLE = /\$context\.([A-Za-z_]\w*(?:\.\w+)*)/g;

/**
 * Replaces `$context` variables, as gateway responses and access logs do: plain substitution, nothing more of
 * the template language.
 *
 * @param absent what a variable without a value becomes
 */
export const substitute = (template: string, lookup: ContextLookup, absent = ''): string =>
  template.replaceAll(VARIABLE, (_, name: string) => lookup(name) ?? absent);

/** Throws a {@link StartError} for a template that holds more than text and `$context` variables. */
export const requirePlainTemplate = (template: string, owner: string): string => {
  const rest = template.replaceAll(VARIABLE, '');
  if (rest.includes('$') || /^\s*#/m.test(rest)) {
    throw new StartError(
      `${owner} has a template with more than $context variables, which cannot run locally.`,
    );
  }
  return template;
};

/** Where the value of a response header comes from. */
export type HeaderSource = { readonly text: string } | { readonly variable: string };

/** Reads `'static text'` or `context.variable`, the mappings that the runner knows. */
export const readHeaderSource = (mapping: string, owner: string): HeaderSource => {
  const text = /^'(.*)'$/s.exec(mapping)?.[1];
  if (text !== undefined) return { text };
  const variable = /^context\.(\w+(?:\.\w+)*)$/.exec(mapping)?.[1];
  if (variable !== undefined) return { variable };
  throw new StartError(`${owner} maps a header from ${mapping}, which cannot run locally.`);
};

/** The value of a response header; `undefined` leaves it out. */
export const headerValue = (source: HeaderSource, lookup: ContextLookup): string | undefined =>
  'text' in source ? source.text : lookup(source.variable);
