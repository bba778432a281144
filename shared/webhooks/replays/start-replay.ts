import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timeOrderedUuid } from '../../domain/time-ordered-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { readJobQueue } from '../../jobs/job-queue.ts';
import type { Messages } from '../../runtime/sqs-messages.ts';
import type { Table } from '../../table/table.ts';
import { readEnabledEndpoint } from '../endpoints/endpoint-repository.ts';
import { WebhookConflictError } from '../errors.ts';
import type { Replay, ReplayMessage, ReplaySelection } from './replay.ts';
import { insertReplay, jobOf } from './replay-repository.ts';

/** Without `before`, it ends with the events before now. */
export type RequestedReplay = Omit<ReplaySelection, 'before'> & { readonly before: string | null };

const messageOf = ({ organizationId, endpointId, id }: Replay): ReplayMessage => ({
  organizationId,
  endpointId,
  replayId: id,
});

/**
 * Throws if a replay of the endpoint waits or runs. One whose message was lost gets another one.
 *
 * @throws WebhookConflictError
 */
const requireNone = async ({ reader }: Table, messages: Messages<ReplayMessage>, replay: Replay) => {
  const { lease, first } = await readJobQueue(reader, jobOf(replay).line);
  if (first === undefined) return;
  if (lease === undefined || lease.until < Date.now()) {
    await messages.send(messageOf({ ...replay, id: lease?.jobId ?? first }));
  }
  throw new WebhookConflictError('A replay to the endpoint is in progress. Wait for it to end.');
};

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
  await requireNone(store, messages, replay);
  const details = { replayId: replay.id, states, after, before: replay.before };
  await store.writer.transact([
    ...insertReplay(replay),
    recordEntry(
      'webhook_endpoint.replayed',
      { organizationId, at: createdAt, actor, targetId: endpointId },
      details,
    ),
  ]);
  await messages.send(messageOf(replay));
  return replay;
};
