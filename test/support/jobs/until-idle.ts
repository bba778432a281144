import { setTimeout } from 'node:timers/promises';
import type { JobKind, JobLine, JobScope, StoredJob } from '../../../shared/jobs/job.ts';
import { countJobs } from '../../../shared/jobs/job-queue.ts';
import { resumeStalledJobs } from '../../../shared/jobs/stalled-jobs.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { type TableReader, TableUnavailableError } from '../../../shared/table/reader.ts';

/**
 * Handles messages until a line is empty. Looks for stalled jobs every minute, as `requeue-deliveries` does:
 * for virtual time.
 */
export const untilIdle = async <T extends StoredJob & S, S extends JobScope, M extends JobScope>(
  reader: TableReader,
  kind: JobKind<T, S, M>,
  line: JobLine,
  messages: Messages<M>,
  handleMessages: () => Promise<void>,
): Promise<void> => {
  for (let minute = 0; minute < 1_000; minute += 1) {
    await handleMessages();
    try {
      if ((await countJobs(reader, line, 1)) === 0) return;
      await setTimeout(60_000);
      await resumeStalledJobs(reader, kind, messages);
    } catch (error) {
      if (!(error instanceof TableUnavailableError)) throw error;
    }
  }
  throw new Error('The line does not become empty.');
};
