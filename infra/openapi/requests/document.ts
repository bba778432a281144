/** A parameter of an operation, with references resolved. */
export interface DocumentParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly schema: DocumentSchema;
}

export interface DocumentSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly items?: DocumentSchema;
}

/** What example requests are made from: one operation of an OpenAPI document. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly DocumentParameter[];
  /** The status of a success. */
  readonly status: number;
  /** Examples of the request body and of the body of a success, if the document has any. */
  readonly requestExample: unknown;
  readonly responseExample: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is generated, and its form is held by redocly.
type Json = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const resolve = (document: Json, value: Json): Json => {
  const reference: string | undefined = value?.$ref;
  if (reference === undefined) return value;
  const target = reference
    .split('/')
    .slice(1)
    .reduce((part, name) => part?.[name], document);
  return resolve(document, target);
};

const exampleOf = (content: Json): unknown => {
  const media = content?.['application/json'];
  const [first]: Json[] = Object.values(media?.examples ?? {});
  return media?.example ?? first?.value;
};

/** Every operation of an OpenAPI document: by path, in its order. */
export const operationsOf = (document: Json): readonly DocumentOperation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method];
      const parameters: Json[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const status = Object.keys(operation.responses).find((each) => each.startsWith('2')) ?? '';
      const security: Json[] = operation.security ?? document.security ?? [];
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags[0],
        summary: operation.summary,
        description: operation.description,
        needsKey: security.some((each) => Object.keys(each).length > 0),
        parameters: parameters.map((each) => {
          const parameter = resolve(document, each);
          return { ...parameter, schema: resolve(document, parameter.schema) };
        }),
        status: Number(status),
        requestExample: exampleOf(resolve(document, operation.requestBody)?.content),
        responseExample: exampleOf(resolve(document, operation.responses[status])?.content),
      };
    }),
  );
