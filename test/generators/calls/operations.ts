import { type OpenApiReader, type Part, readOpenApi } from '../../support/contract/openapi/document.ts';

/** A parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A `GET` of the data API as its published document describes it. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly needsPermission: boolean;
  readonly parameters: readonly OperationParameter[];
}

type Members = Readonly<Record<string, unknown>>;

const parametersOf = (document: OpenApiReader, { pointer, value }: Part): readonly OperationParameter[] =>
  Object.keys((value['parameters'] ?? []) as readonly unknown[]).map((index) => {
    const parameter = document.at(...pointer, 'parameters', index);
    const schema = document.at(...(parameter?.pointer ?? []), 'schema');
    return { ...(parameter?.value as unknown as OperationParameter), schema: schema?.value ?? {} };
  });

/** Every operation of a document, in its order. */
export const operationsOf = (text: Members): readonly Operation[] => {
  const document = readOpenApi(text);
  return Object.keys(text['paths'] as Members).flatMap((path) => {
    const operation = document.at('paths', path, 'get');
    if (operation === undefined) return [];
    const { operationId, security = [] } = operation.value;
    const schemes = (security as readonly Members[]).flatMap(Object.values);
    return [
      {
        id: String(operationId),
        path,
        needsKey: schemes.length > 0,
        needsPermission: schemes.flat().length > 0,
        parameters: parametersOf(document, operation),
      },
    ];
  });
};

/** The operation of a request's path, preferring one without variables. */
export const findOperation = (operations: readonly Operation[], path: string): Operation | undefined =>
  operations.find((each) => each.path === path) ??
  operations.find(({ path: template }) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
