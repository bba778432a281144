import { z } from 'zod';
import { StartError } from '../../process/start-error.ts';
import { type ContextVariables, requirePlainTemplate, substitute } from './context-variables.ts';

/** An HTTP response before compression. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
}

/** Renders a response of the gateway itself. Headers whose variable has no value are omitted. */
export type ResponseTemplate = (variables: ContextVariables) => GatewayResponse;

/** The properties of gateway responses and of the responses of mock integrations. */
export const responseProperties = {
  StatusCode: z.coerce.number().int(),
  ResponseParameters: z.record(z.string(), z.string()),
  ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
};

/** `'static text'` or `context.variable`. */
const headerTemplate = (mapping: string, owner: string): string => {
  const text = /^'([^$]*)'$/.exec(mapping)?.[1];
  if (text !== undefined) return text;
  if (/^context\.[\w.]+$/.test(mapping)) return requirePlainTemplate(`$${mapping}`, owner);
  throw new StartError(`${owner} maps a header from ${mapping}, which the local runner does not support.`);
};

/** Addresses in the text of a header. */
const ADDRESS = /https:\/\/[^\s"<]+/g;

/**
 * @param owner the resource of the response, for error messages
 * @param localUrl translates an address of the stack into the one on this machine, once that is known
 * @throws StartError for unsupported templates and mappings
 */
export const readResponseTemplate = (
  properties: z.infer<z.ZodObject<typeof responseProperties>>,
  owner: string,
  localUrl: (url: string) => string = (url) => url,
): ResponseTemplate => {
  const { StatusCode: status, ResponseParameters: parameters, ResponseTemplates: templates } = properties;
  const body = requirePlainTemplate(templates['application/json'], owner);
  const headers = Object.entries(parameters).map(
    ([name, mapping]) => [name.replace(/^.*\./, ''), headerTemplate(mapping, owner)] as const,
  );
  return (variables) => ({
    status,
    headers: headers
      .map(
        ([name, template]) => [name, substitute(template.replaceAll(ADDRESS, localUrl), variables)] as const,
      )
      .filter(([, value]) => value !== ''),
    body: substitute(body, variables),
  });
};
