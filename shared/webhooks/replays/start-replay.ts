import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timeOrderedUuid } from '../../domain/time-ordered-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { countJobs } from '../../jobs/job-queue.ts';
import type { Messages } from '../../runtime/sqs-messages.ts';
import type { Table } from '../../table/table.ts';
import { readEnabledEndpoint } from '../endpoints/endpoint-repository.ts';
import { WebhookConflictError } from '../errors.ts';
import type { Replay, ReplayMessage, ReplaySelection } from './replay.ts';
import { REPLAYS } from './replay-repository.ts';

/** Without `before`, it ends with the events before now. */
export type RequestedReplay = Omit<ReplaySelection, 'before'> & { readonly before: string | null };

/**
 * Starts to deliver many events again, oldest first. `replay-step.ts` does it in steps.
 *
 * @returns `undefined` if the organization has no endpoint with this id
 * @throws WebhookConflictError if the endpoint is disabled, or another replay to it is in progress
 */
export const startReplay = async (
  store: Table,
  messages: Messages<ReplayMessage>,
  organizationId: string,
  endpointId: string,
  { states, after, before }: RequestedReplay,
  actor: Actor,
): Promise<Replay | undefined> => {
  if ((await readEnabledEndpoint(store, organizationId, endpointId)) === undefined) return undefined;
  const now = new Date();
  const createdAt = timestampOf(now);
  const replay: Replay = {
    id: timeOrderedUuid(now.getTime()),
    organizationId,
    endpointId,
    states,
    after,
    before: before ?? createdAt,
    state: 'queued',
    problem: null,
    totalCount: null,
    replayed: 0,
    unavailable: 0,
    changed: 0,
    createdBy: actor,
    createdAt,
    startedAt: null,
    finishedAt: null,
    queuedAt: createdAt,
    batch: [],
    position: null,
    version: 1,
  };
  if ((await countJobs(store.reader, REPLAYS.kind.lineOf(replay), 1)) > 0) {
    throw new WebhookConflictError('A replay to the endpoint is in progress. Wait for it to end.');
  }
  const details = { replayId: replay.id, states, after, before: replay.before };
  await store.writer.transact([
    ...REPLAYS.insertOperations(replay),
    recordEntry(
      'webhook_endpoint.replayed',
      { organizationId, at: createdAt, actor, targetId: endpointId },
      details,
    ),
  ]);
  await REPLAYS.start(messages, replay);
  return replay;
};
