import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Export } from '../../../shared/exports/export.ts';
import type { ExportMessage } from '../../../shared/exports/export-message.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import type { StepDependencies } from '../../../shared/exports/steps/export-step.ts';
import { runStep } from '../../../shared/exports/steps/run-step.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { advanceByMessage } from '../../runtime/advance-by-message.ts';
import { handleMessages } from '../../runtime/message-batch.ts';

const messageSchema = z.object({ organizationId: z.string(), exportId: z.string() });

/**
 * One line per export that ended; CloudWatch counts those that failed
 * (infra/constructs/platform/metrics.ts).
 */
const logEnd = ({ id, organizationId, resource, format, state, problem }: Export): void =>
  console.info({ export: id, organizationId, resource, format, state, problem });

/** Runs the steps of exports. */
export const createExporter =
  (dependencies: StepDependencies & { readonly messages: Messages<ExportMessage> }) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const { response, errors } = await handleMessages(event, context, async (record) => {
      const { organizationId, exportId } = messageSchema.parse(JSON.parse(record.body));
      const ended = await advanceByMessage(
        {
          ...dependencies,
          store: EXPORTS,
          progressOf: ({ files }) => files.length,
          runStep: (item, step) => runStep(dependencies, item, step),
        },
        { scope: { organizationId }, id: exportId },
        record,
        context,
      );
      if (ended !== undefined) logEnd(ended);
    });
    for (const error of errors) console.error(error);
    return response;
  };
