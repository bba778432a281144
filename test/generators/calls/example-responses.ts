import type { OpenApiReader } from '../../support/contract/openapi/document.ts';
import { readOpenApi } from '../../support/contract/openapi/document.ts';
import type { Operation } from './operations.ts';

/** A response to an operation that the document gives as an example. */
export interface ExampleResponse {
  readonly status: number;
  readonly name: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Where the schema of the body is. */
  readonly schema: readonly string[];
  readonly schemaName: string;
}

const keysOf = (document: OpenApiReader, ...pointer: readonly string[]): readonly string[] =>
  Object.keys(document.at(...pointer)?.value ?? {});

const headersOf = (document: OpenApiReader, response: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    keysOf(document, ...response, 'headers').map((name) => {
      const header = document.at(...response, 'headers', name);
      const schema = document.at(...(header?.pointer ?? []), 'schema');
      return [name, String(header?.value['example'] ?? schema?.value['const'] ?? 'text')];
    }),
  );

/** Every example of the responses to an operation, errors included. */
export const exampleResponses = (
  text: Readonly<Record<string, unknown>>,
  operation: Operation,
): readonly ExampleResponse[] => {
  const document = readOpenApi(text);
  const responses = ['paths', operation.path, 'get', 'responses'];
  return keysOf(document, ...responses).flatMap((status) => {
    const pointer = document.at(...responses, status)?.pointer ?? [];
    return keysOf(document, ...pointer, 'content').flatMap((contentType) => {
      const media = [...pointer, 'content', contentType];
      const schema = document.at(...media, 'schema')?.pointer ?? [];
      return keysOf(document, ...media, 'examples').map((name) => ({
        status: Number(status),
        name,
        contentType,
        headers: headersOf(document, pointer),
        body: document.at(...media, 'examples', name)?.value['value'],
        schema,
        schemaName: schema.at(-1) ?? '',
      }));
    });
  });
};
