import type { Assembly } from '../assembly/assembly.ts';
import type { Stack } from '../assembly/stack.ts';
import { FUNCTION_LOG } from '../cloudwatch-logs/log-groups.ts';
import { openBoundedLog } from '../process/bounded-log.ts';
import type { DataDirectory } from '../process/data-directory.ts';
import type { Started } from '../process/started.ts';
import { localConcurrencyOf } from './event-sources/mapping-definition.ts';
import { type FunctionSurroundings, readFunction } from './function-definition.ts';
import { createFunctionPools, type FunctionPool } from './function-pool.ts';
import type { Invoke } from './invocation.ts';

export interface StartFunctionsOptions {
  readonly stack: Stack;
  readonly assembly: Assembly;
  readonly surroundings: FunctionSurroundings;
  readonly data: DataDirectory;
  /** Receives the loss of log lines. */
  readonly onError: (error: Error) => void;
}

export interface Functions {
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  readonly invoke: Invoke;
  /** The log file of all functions. */
  readonly logPath: string;
}

/** Prepares all functions of the stack for invocations. */
export const startFunctions = (
  { stack, assembly, surroundings, data, onError }: StartFunctionsOptions,
  started: Started,
): Functions => {
  const log = openBoundedLog(data.path('logs', FUNCTION_LOG), onError);
  started.add(() => log.close());
  const concurrency = localConcurrencyOf(stack);
  const createPool = createFunctionPools(log);
  const functions = new Map(
    stack.resourcesOf('AWS::Lambda::Function').map((resource) => {
      const definition = readFunction(resource, assembly, surroundings);
      const forEvents = concurrency.get(definition.arn);
      const pool = createPool(definition, forEvents === undefined ? {} : { ...forEvents, givesWay: true });
      started.add(() => pool.stop());
      return [definition.arn, pool];
    }),
  );
  return {
    functions,
    invoke: async (arn, requestId, event, isLate) =>
      (await functions.get(arn)?.invoke(requestId, event, isLate)) ?? {
        error: { errorType: 'NotFound', errorMessage: `There is no function ${arn}.` },
      },
    logPath: log.path,
  };
};
