import { headerComponents } from './headers.ts';
import { type JsonObject, mapValues } from './json-object.ts';
import { type ProblemResponse, problemReferences, responseComponents } from './problem-response.ts';

interface Api<N extends string> {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string };
  readonly server: JsonObject;
  readonly tags: readonly JsonObject[];
  readonly paths: JsonObject;
  readonly webhooks?: JsonObject;
  /** Every operation requires all of them unless it declares otherwise. */
  readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  readonly parameters?: JsonObject;
  readonly problems: Readonly<Record<N | 'UnknownPath', ProblemResponse>>;
  /** The errors of unsupported methods. */
  readonly unlistedMethods: readonly NoInfer<N>[];
  /** Responses other than {@link problems}. */
  readonly responses?: JsonObject;
  readonly schemas: JsonObject;
}

/** An OpenAPI 3.1 document. Its headers are those that it refers to. */
export const openApiDocument = <N extends string>(api: Api<N>): JsonObject => {
  const { title, ...texts } = api.info;
  const responses = { ...responseComponents(api.problems), ...api.responses };
  return {
    openapi: '3.1.1',
    // The major version is that of the paths.
    info: { title, version: '1.0.0', ...texts, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [api.server],
    tags: api.tags,
    security: [mapValues(api.securitySchemes, () => [])],
    paths: api.paths,
    ...(api.webhooks && { webhooks: api.webhooks }),
    // OpenAPI cannot describe other methods and paths.
    'x-unlisted-requests': {
      method: problemReferences(api.problems, api.unlistedMethods),
      path: problemReferences(api.problems, ['UnknownPath']),
    },
    components: {
      securitySchemes: api.securitySchemes,
      ...(api.parameters && { parameters: api.parameters }),
      headers: headerComponents({ paths: api.paths, responses }),
      responses,
      schemas: api.schemas,
    },
  };
};
