import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Export } from '../../../shared/exports/export.ts';
import type { ExportMessages } from '../../../shared/exports/export-messages.ts';
import { jobOf, readExport } from '../../../shared/exports/export-repository.ts';
import { runStep, type StepDependencies } from '../../../shared/exports/steps/run-step.ts';
import { advanceJob, JobBusyError } from '../../../shared/table/jobs/advance-job.ts';
import { LostLeaseError } from '../../../shared/table/jobs/keep-lease.ts';
import { handleMessages } from '../../runtime/message-batch.ts';

const messageSchema = z.object({ organizationId: z.string(), exportId: z.string() });

/** Time reserved at the end of an invocation, in which a step stores its file. */
export const RESERVED_MILLISECONDS = 60_000;

/**
 * Attempts before an unexpected error, or the loss of the process, ends an export. Transient failures are
 * repeated for hours.
 */
const ATTEMPTS = 5;

/**
 * One line per export that ended; CloudWatch counts those that failed
 * (infra/constructs/platform/metrics.ts).
 */
const logEnd = ({ id, organizationId, resource, format, state, problem }: Export): void =>
  console.info({ export: id, organizationId, resource, format, state, problem });

/** Another invocation writes the export. The message is repeated in case that one does not survive. */
const isHeldElsewhere = (error: unknown): boolean =>
  error instanceof JobBusyError || error instanceof LostLeaseError;

/** Runs the steps of exports. */
export const createExporter =
  (dependencies: StepDependencies & { readonly messages: ExportMessages }) =>
  async (
    event: SQSEvent,
    context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const { table, messages } = dependencies;
    const { response, errors } = await handleMessages(event, context, async (record) => {
      const { organizationId, exportId } = messageSchema.parse(JSON.parse(record.body));
      const isLastAttempt = Number(record.attributes.ApproximateReceiveCount) >= ATTEMPTS;
      const remaining = () => context.getRemainingTimeInMillis() - RESERVED_MILLISECONDS;
      const ended = await advanceJob<Export>(
        {
          ...dependencies,
          send: (id) => messages.send({ organizationId, exportId: id }),
          read: (id) => readExport(table.reader, organizationId, id),
          lineOf: (item) => jobOf(item).line,
          progressOf: ({ files }) => files.length,
          runStep: (item, owner, lost) =>
            runStep(dependencies, item, { owner, remaining, isLastAttempt, isGivenUp: lost >= ATTEMPTS }),
        },
        exportId,
        context.awsRequestId,
      );
      if (ended !== undefined) logEnd(ended);
    });
    for (const error of errors) if (!isHeldElsewhere(error)) console.error(error);
    return response;
  };
