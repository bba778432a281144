import { StartError } from '../../process/start-error.ts';

/** Values of `$context` variables by name, such as `requestId` or `authorizer.keyId`. */
export type ContextVariables = Map<string, string>;

/** The supported variables, in addition to those that start with `authorizer.`. */
const SUPPORTED: ReadonlySet<string> = new Set([
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

const VARIABLE = /\$context\.([A-Za-z_]\w*(?:\.\w+)*)/g;

/**
 * Replaces `$context` variables, the only part of the template language that is supported.
 *
 * @param absent replaces a variable without a value
 */
export const substitute = (
  template: string,
  variables: Readonly<Pick<ContextVariables, 'get'>>,
  absent = '',
): string => template.replaceAll(VARIABLE, (_, name: string) => variables.get(name) ?? absent);

/** @throws StartError for a template with anything but text and supported `$context` variables */
export const requirePlainTemplate = (template: string, owner: string): string => {
  const rest = template.replaceAll(VARIABLE, '');
  if (rest.includes('$') || /^\s*#/m.test(rest)) {
    throw new StartError(
      `${owner} has a template with more than $context variables, which the local runner does not support.`,
    );
  }
  for (const [variable, name = ''] of template.matchAll(VARIABLE)) {
    if (SUPPORTED.has(name) || name.startsWith('authorizer.')) continue;
    throw new StartError(`${owner} uses ${variable}, which the local runner does not support.`);
  }
  return template;
};
