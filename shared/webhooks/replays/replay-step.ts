import { recordEntry } from '../../audit-log/audit-entry.ts';
import { LISTED_STATES } from '../../contract/webhooks/webhook-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { JobRun } from '../../jobs/job-run.ts';
import { isTransient, type JobStep } from '../../jobs/job-step.ts';
import { LostLeaseError } from '../../jobs/keep-lease.ts';
import { webhookDeliveryKey } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import { type Delivery, shownStateOf } from '../deliveries/delivery.ts';
import { type DeliveryQueue, messageOf } from '../deliveries/delivery-queue.ts';
import { deliveriesFromItems } from '../deliveries/delivery-repository.ts';
import {
  countByState,
  type DeliverySelection,
  type ListedState,
  listDeliveries,
} from '../deliveries/list-deliveries.ts';
import { startSeries } from '../deliveries/replay-delivery.ts';
import { readEndpoint } from '../endpoints/endpoint-repository.ts';
import type { Replay } from './replay.ts';
import { REPLAYS } from './replay-repository.ts';

/** Deliveries per step. With the delay between two steps, this bounds the speed of a replay. */
const DELIVERIES_PER_STEP = 100;

/** Whole seconds between two steps. */
export const STEP_SECONDS = 2;

/** Larger replays do not know their total: counting them would take minutes. */
const MAX_COUNTED = 10_000;

const PROCESS_LOST = 'The service could not continue the replay. Start another one for the rest.';
const INTERNAL = 'The replay failed unexpectedly. Start another one for the rest.';

interface StepDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
}

const isListed = (state: string): state is ListedState => LISTED_STATES.some((each) => each === state);

/** The index lists deliveries by state; a selection with others reads all deliveries to the endpoint. */
const selectionOf = ({ organizationId, endpointId, states, after, before }: Replay): DeliverySelection => ({
  organizationId,
  endpointId,
  after: after ?? undefined,
  before,
  states: new Set(states.every(isListed) ? states.filter(isListed) : []),
});

const isSelected = ({ states }: Replay, delivery: Delivery): boolean =>
  states.some((state) => state === shownStateOf(delivery));

/** The next deliveries, and whether more may follow. */
const nextBatch = async (store: Table, replay: Replay): Promise<Pick<Replay, 'batch' | 'position'>> => {
  const { deliveries, next } = await listDeliveries(store, selectionOf(replay), {
    limit: DELIVERIES_PER_STEP,
    position: replay.position ?? undefined,
    isOldestFirst: true,
  });
  const batch = deliveries.filter((each) => isSelected(replay, each)).map(({ id }) => id);
  return { batch, position: next ?? null };
};

type Counts = Pick<Replay, 'replayed' | 'unavailable' | 'changed'>;

/**
 * Starts the series of the deliveries of a batch, and counts them. Those that an earlier invocation started
 * count as replayed, and are queued again unless they were attempted.
 */
const replayBatch = async ({ store, queue }: StepDependencies, replay: Replay): Promise<Counts> => {
  const { organizationId, batch } = replay;
  const keys = batch.map((id) => webhookDeliveryKey(organizationId, id));
  const stored = deliveriesFromItems(await store.reader.getMany(keys, { consistentRead: true }));
  const byId = new Map(stored.map((delivery) => [delivery.id, delivery]));
  // In the order of their events, as they were listed.
  const deliveries = batch.flatMap((id) => byId.get(id) ?? []);
  const started = deliveries.filter(({ replayId }) => replayId === replay.id);
  const waiting = started.filter(({ state, seriesAttempts }) => state === 'pending' && seriesAttempts === 0);
  if (waiting.length > 0) {
    await queue.send(waiting.map((delivery) => ({ message: messageOf(delivery), lane: 'retry' })));
  }
  const selected = deliveries.filter(
    (delivery) => delivery.replayId !== replay.id && isSelected(replay, delivery),
  );
  const starts = await startSeries(store, queue, selected, { replayId: replay.id });
  const failed = (reason: 'no-body' | 'changed'): number => starts.filter((start) => start === reason).length;
  const unavailable = failed('no-body') + batch.length - deliveries.length;
  const replayed = started.length + starts.length - failed('no-body') - failed('changed');
  return { replayed, unavailable, changed: batch.length - replayed - unavailable };
};

/**
 * Replays the next deliveries. The ids of a batch are stored before it is replayed, and each delivery names
 * its replay: a step that died is repeated without replaying or counting any twice.
 *
 * @returns the replay as it ended, or `undefined` if it continues in another step
 */
export const runReplayStep = async (
  dependencies: StepDependencies,
  replay: Replay,
  { owner, isLastAttempt, isGivenUp }: Pick<JobStep, 'owner' | 'isLastAttempt' | 'isGivenUp'>,
): Promise<Replay | undefined> => {
  const { store } = dependencies;
  const run = new JobRun(REPLAYS, store, replay);

  const end = async (state: 'completed' | 'failed', problem: string | null, counts = {}): Promise<Replay> => {
    const { organizationId, endpointId: targetId, createdBy: actor, id: replayId } = run.item;
    const { replayed, unavailable, changed } = { ...run.item, ...counts };
    const details = { replayId, state, replayed, unavailable, changed, ...(problem !== null && { problem }) };
    const entry = recordEntry(
      'webhook_endpoint.replay_finished',
      { organizationId, actor, targetId },
      details,
    );
    const finishedAt = timestampOf(new Date());
    const ended = { state, problem, finishedAt, batch: [], position: null, ...counts };
    await run.leave(ended, owner, [entry]);
    return run.item;
  };

  const start = async (): Promise<void> => {
    const listed = run.item.states.filter(isListed);
    const isCounted = listed.length === run.item.states.length;
    const [first, counts] = await Promise.all([
      nextBatch(store, run.item),
      isCounted ? countByState(store, selectionOf(run.item), MAX_COUNTED) : undefined,
    ]);
    const count = counts && listed.reduce((sum, state) => sum + counts[state].count, 0);
    const totalCount = count !== undefined && count < MAX_COUNTED ? count : null;
    await run.change({ ...first, state: 'running', startedAt: timestampOf(new Date()), totalCount });
  };

  try {
    if (isGivenUp) return await end('failed', PROCESS_LOST);
    const endpoint = await readEndpoint(store, replay.organizationId, replay.endpointId);
    if (endpoint === undefined) return await end('failed', 'The endpoint was deleted.');
    if (endpoint.disabledReason !== null) {
      return await end(
        'failed',
        'The endpoint was disabled. Enable it, and start another replay for the rest.',
      );
    }
    if (run.item.state === 'queued') await start();
    const done = await replayBatch(dependencies, run.item);
    const counts: Counts = {
      replayed: run.item.replayed + done.replayed,
      unavailable: run.item.unavailable + done.unavailable,
      changed: run.item.changed + done.changed,
    };
    if (run.item.position === null) return await end('completed', null, counts);
    await run.change({ ...counts, ...(await nextBatch(store, run.item)) });
    return undefined;
  } catch (error) {
    if (error instanceof LostLeaseError || isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await end('failed', INTERNAL);
  }
};
