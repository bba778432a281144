import { setTimeout as delay } from 'node:timers/promises';
import { timestampOf } from '../../domain/timestamp.ts';
import type { CollectionPage } from '../../records/collections/collection.ts';
import type { ProgressIn } from '../export.ts';
import type { ExportStep } from './export-step.ts';
import type { ExportedRecord } from './exported-records.ts';

/**
 * The pages of the records that changed since a time, sorted by change. Reads the next one while the caller
 * writes one.
 *
 * @param start the position after which they continue; `null` for the first page
 */
export async function* changedRecords(
  { records, pageSize }: ExportStep,
  changedSince: string | null,
  start: string | null,
): AsyncGenerator<CollectionPage<ExportedRecord>> {
  const read = (position: string | undefined) => {
    const page = records.collection.page({
      changedSince: changedSince ?? undefined,
      descending: false,
      limit: pageSize,
      position,
    });
    // Rejects where it is awaited, if it is.
    page.catch(() => undefined);
    return page;
  };
  let next = read(start ?? undefined);
  for (;;) {
    const page = await next;
    const { end } = page;
    if (!page.hasMore || end === undefined) return yield page;
    next = read(end);
    yield page;
  }
}

/**
 * Writes the records that did not change since a time.
 *
 * @returns where the export continues, or `undefined` if the step has to end
 */
export const writeCollection = async (
  step: ExportStep,
  since: string,
  { position: start }: ProgressIn<'collection'>,
): Promise<ProgressIn<'index'> | undefined> => {
  for await (const { items, end = null } of changedRecords(step, step.item.changedSince, start)) {
    // What changed later may already be in a file.
    for (const { position, resource } of items) if (position < since) await step.add(resource);
    if (end === null || end >= since) break;
    if (!(await step.checkpoint({ phase: 'collection', position: end }))) return undefined;
  }
  await delay(step.settleMilliseconds);
  const progress = { phase: 'index', position: null, end: timestampOf(new Date()) } as const;
  return (await step.checkpoint(progress)) ? progress : undefined;
};
