import type { Context, ScheduledEvent } from 'aws-lambda';
import { expireRecords } from '../../../shared/records/expiry/expire-records.ts';
import type { Table } from '../../../shared/table/table.ts';

/** Longer than a page takes, with all retries. */
export const RESERVED_MILLISECONDS = 90_000;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/**
 * Announces and deletes the records that organizations no longer keep. The time is that of the schedule's
 * event, so a late invocation expires nothing early.
 *
 * @throws Error if the run over an organization failed; those over the others went on
 */
export const createRecordExpirer =
  (table: Table) =>
  async (
    { time }: Pick<ScheduledEvent, 'time'>,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<void> => {
    const lag = Date.now() - Date.parse(time);
    const { failures, ...counts } = await expireRecords(table, {
      now: () => new Date(Date.now() - lag),
      hasTime: () => context.getRemainingTimeInMillis() > RESERVED_MILLISECONDS,
    });
    if (counts.announced + counts.deleted > 0) console.info(counts);
    for (const { organizationId, error } of failures) console.error({ organizationId, error: nameOf(error) });
    const [first] = failures;
    if (first !== undefined) throw first.error;
  };
