import type { Context, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { REPLAYS } from '../../../shared/webhooks/replays/replay-repository.ts';
import { runReplayStep, STEP_SECONDS } from '../../../shared/webhooks/replays/replay-step.ts';
import { advanceByMessage } from '../../runtime/advance-by-message.ts';

const messageSchema = z.object({
  organizationId: z.string(),
  endpointId: z.string(),
  replayId: z.string(),
});

/** The message that starts or continues a replay, or `undefined` for another message. */
export const replayMessage = (message: unknown): ReplayMessage | undefined =>
  messageSchema.safeParse(message).data;

/** Longer than the timeout of the function. */
const LEASE_MILLISECONDS = 90_000;

export interface ReplayDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
  /** The queue of the function itself, which continues a replay. */
  readonly messages: Messages<ReplayMessage>;
}

/** Runs the step of a replay that a message asks for. Logs one line per replay that ended. */
export const advanceReplay = async (
  dependencies: ReplayDependencies,
  { organizationId, endpointId, replayId }: ReplayMessage,
  record: SQSRecord,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const { store, messages } = dependencies;
  const ended = await advanceByMessage(
    {
      table: store,
      store: REPLAYS,
      messages,
      stepSeconds: STEP_SECONDS,
      leaseMilliseconds: LEASE_MILLISECONDS,
      progressOf: ({ replayed, unavailable, changed }) => replayed + unavailable + changed,
      runStep: (replay, step) => runReplayStep(dependencies, replay, step),
    },
    { scope: { organizationId, endpointId }, id: replayId },
    record,
    context,
  );
  if (ended === undefined) return;
  const { state, problem, replayed } = ended;
  console.info({ replay: replayId, organizationId, endpointId, state, problem, replayed });
};
