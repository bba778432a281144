import { z } from 'zod';
import type { InvocationResult } from '../invocation.ts';

const responseSchema = z
  .object({
    batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
  })
  .nullable();

/**
 * Reads which items of a batch failed from the function's response; `undefined` if the whole batch did: the
 * function failed, or its response is malformed or names an item of another batch. See
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * @param ids identifiers of the batch's items
 */
export const failedIdsOf = (
  result: InvocationResult,
  ids: readonly (string | undefined)[],
): ReadonlySet<string | undefined> | undefined => {
  if ('error' in result) return undefined;
  const response = responseSchema.safeParse(JSON.parse(result.payload));
  if (!response.success) return undefined;
  const failedIds = new Set(response.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return [...failedIds].every((id) => ids.includes(id)) ? failedIds : undefined;
};
