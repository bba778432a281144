import { z } from 'zod';
import type { InvocationResult } from '../invocation.ts';

/** What became of a batch: everything failed, or the items with these identifiers did. */
export type BatchOutcome = 'failed' | { readonly failedIds: ReadonlySet<string> };

const responseSchema = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
});

const NONE: BatchOutcome = { failedIds: new Set() };

/**
 * Reads what a function says of its batch. An answer that is malformed, or names an item that is not of the batch,
 * means that all of it failed; none, or one without failures, that none did. See
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * @param ids identifiers of the batch's items
 */
export const readBatchOutcome = (
  result: InvocationResult,
  ids: ReadonlySet<string>,
  reportsItemFailures: boolean,
): BatchOutcome => {
  if ('error' in result) return 'failed';
  if (!reportsItemFailures) return NONE;
  const answer: unknown = JSON.parse(result.payload);
  if (answer === null) return NONE;
  const response = responseSchema.safeParse(answer);
  if (!response.success) return 'failed';
  const failedIds = new Set(response.data.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return [...failedIds].every((id) => ids.has(id)) ? { failedIds } : 'failed';
};
