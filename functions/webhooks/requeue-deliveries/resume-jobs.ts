import type { ExportMessage } from '../../../shared/exports/export-message.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { IMPORTS, type ImportMessage } from '../../../shared/imports/import-repository.ts';
import type { JobKindName } from '../../../shared/jobs/job.ts';
import { resumeStalledJobs } from '../../../shared/jobs/stalled-jobs.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { REPLAYS } from '../../../shared/webhooks/replays/replay-repository.ts';

export interface ResumeDependencies {
  readonly reader: TableReader;
  readonly exports: Messages<ExportMessage>;
  readonly imports: Messages<ImportMessage>;
  readonly replays: Messages<ReplayMessage>;
}

/**
 * Sends a message for each line of jobs that stands still. Logs how many: an alarm counts them
 * (infra/constructs/webhooks/alarms.ts).
 */
export const resumeJobs = async ({
  reader,
  exports,
  imports,
  replays,
}: ResumeDependencies): Promise<void> => {
  const resumed = {
    exports: resumeStalledJobs(reader, EXPORTS.kind, exports),
    imports: resumeStalledJobs(reader, IMPORTS.kind, imports),
    replays: resumeStalledJobs(reader, REPLAYS.kind, replays),
  } satisfies Record<JobKindName, Promise<number>>;
  const outcomes = await Promise.allSettled(Object.values(resumed));
  const counts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 0));
  const resumedJobs = counts.reduce((sum, count) => sum + count, 0);
  if (resumedJobs > 0) console.warn({ problem: 'Lines of jobs stood still.', resumedJobs });
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};
