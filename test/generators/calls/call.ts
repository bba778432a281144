import type { Operation } from './operations.ts';

/** An argument; `null` omits the parameter. */
export interface Argument {
  readonly name: string;
  readonly in: string;
  readonly value: unknown;
}

/** A call that a generated client makes, as the drivers read it. */
export interface Call {
  readonly operationId: string;
  readonly apiKey: string;
  /** Every parameter of the operation, in the order of the document. */
  readonly arguments: readonly Argument[];
  readonly status: number;
  /** The name of the schema of an error, for clients that leave its decoding to the caller. */
  readonly errorSchema: string | null;
}

/** @param values by parameter name */
export const callOf = (
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
  expected: Pick<Call, 'apiKey' | 'status'> & { readonly errorSchema?: string },
): Call => ({
  errorSchema: null,
  ...expected,
  operationId: operation.id,
  arguments: operation.parameters.map(({ name, in: location }) => ({
    name,
    in: location,
    value: values[name] ?? null,
  })),
});
