import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { STOPPED_FOR_RESTORE_TAG } from '../../assembly/stopped-for-restore.ts';

/** Reserved concurrency of functions by name before they were stopped; `null` if they had none. */
export type Concurrency = Readonly<Record<string, number | null>>;

/** Below the rates of Lambda's API. */
const CONCURRENCY = 5;

/** Stops functions: they get no invocations until {@link resumeFunctions}. Their events wait. */
export const stopFunctions = (client: LambdaClient, names: readonly string[]): Promise<void> =>
  forEachConcurrently(names, CONCURRENCY, async (FunctionName) => {
    await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
  });

/**
 * Finds the functions of a stack that may write what a restore must not lose, by the tag that the deployment
 * derives from their permissions, with their reserved concurrency.
 */
export const findWriters = async (client: LambdaClient, stack: string): Promise<Concurrency> => {
  const functions: { readonly name: string; readonly arn: string }[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    for (const { FunctionName: name = '', FunctionArn: arn = '' } of Functions) {
      if (name.startsWith(`${stack}-`)) functions.push({ name, arn });
    }
  }
  const writers: Record<string, number | null> = {};
  await forEachConcurrently(functions, CONCURRENCY, async ({ name, arn }) => {
    const { Tags = {} } = await client.send(new ListTagsCommand({ Resource: arn }));
    if (Tags[STOPPED_FOR_RESTORE_TAG] === undefined) return;
    const command = new GetFunctionConcurrencyCommand({ FunctionName: name });
    writers[name] = (await client.send(command)).ReservedConcurrentExecutions ?? null;
  });
  return writers;
};

/** Gives functions back the concurrency that they had. */
export const resumeFunctions = (client: LambdaClient, writers: Concurrency): Promise<void> =>
  forEachConcurrently(Object.entries(writers), CONCURRENCY, async ([FunctionName, reserved]) => {
    await (reserved === null
      ? client.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
      : client.send(
          new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: reserved }),
        ));
  });
