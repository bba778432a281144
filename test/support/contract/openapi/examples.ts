import type { OpenApiReader, Part, Pointer } from './document.ts';

/** An example value with the schema that it must match. */
export interface Example {
  readonly name: string;
  readonly schema: Pointer;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const keysOf = (part: Part | undefined): readonly string[] => Object.keys(part?.value ?? {});

/** The examples of a header, parameter or media type. */
const examplesOf = (name: string, part: Part | undefined): readonly Example[] => {
  if (part === undefined) return [];
  const schema = [...part.pointer, 'schema'];
  const many = Object.entries((part.value['examples'] ?? {}) as Record<string, Members>);
  return [
    ...('example' in part.value ? [{ name, schema, value: part.value['example'] }] : []),
    ...many.map(([each, { value }]) => ({ name: `${name} ${each}`, schema, value })),
  ];
};

/** The body examples of a request or response. */
const bodyExamples = (document: OpenApiReader, name: string, pointer: Pointer): readonly Example[] =>
  keysOf(document.at(...pointer, 'content')).flatMap((type) =>
    examplesOf(name, document.at(...pointer, 'content', type)),
  );

/** Every example of a document: of operations, webhooks, headers and parameters. */
export const allExamples = (document: OpenApiReader): readonly Example[] => {
  const operations = (['paths', 'webhooks'] as const).flatMap((section) =>
    keysOf(document.at(section)).flatMap((path) =>
      keysOf(document.at(section, path)).map((method) => [section, path, method]),
    ),
  );
  return [
    ...operations.flatMap((operation) => {
      const [, path = '', method = ''] = operation;
      return [
        ...bodyExamples(document, `${method} ${path}`, [...operation, 'requestBody']),
        ...keysOf(document.at(...operation, 'responses')).flatMap((status) => {
          const response = document.at(...operation, 'responses', status);
          return response === undefined
            ? []
            : bodyExamples(document, `${method} ${path} ${status}`, response.pointer);
        }),
      ];
    }),
    ...keysOf(document.at('components', 'responses')).flatMap((name) =>
      bodyExamples(document, name, ['components', 'responses', name]),
    ),
    ...(['headers', 'parameters'] as const).flatMap((section) =>
      keysOf(document.at('components', section)).flatMap((name) =>
        examplesOf(name, document.at('components', section, name)),
      ),
    ),
  ];
};
