import { z } from 'zod';
import type { InvocationResult } from '../invocation.ts';

/** The outcome of a batch: all of it failed, or the items with these identifiers did. */
export type BatchOutcome = 'failed' | { readonly failedIds: ReadonlySet<string> };

const responseSchema = z
  .object({
    batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
  })
  .nullable();

/**
 * Reads a function's response to a batch. A malformed response, or one that names an item of another batch,
 * fails the whole batch; an empty one fails no item. See
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * @param ids identifiers of the batch's items
 */
export const readBatchOutcome = (result: InvocationResult, ids: ReadonlySet<string>): BatchOutcome => {
  if ('error' in result) return 'failed';
  const response = responseSchema.safeParse(JSON.parse(result.payload));
  if (!response.success) return 'failed';
  const failedIds = new Set(response.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return [...failedIds].every((id) => ids.has(id)) ? { failedIds } : 'failed';
};
