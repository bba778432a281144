import type { Actor } from '../../contract/audit-log.ts';
import { REPLAY_STATES, REPLAYED_STATES, type ReplayedState } from '../../contract/webhook-limits.ts';
import { changeJob, leaveOperations } from '../../jobs/change-job.ts';
import type { Job } from '../../jobs/job.ts';
import { joinOperation } from '../../jobs/job-queue.ts';
import {
  list,
  map,
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import { REPLAY_PREFIX, webhookReplayKey, webhookReplayPartition } from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { expiryAfter } from '../deliveries/delivery.ts';
import type { Replay } from './replay.ts';

/** How long replays are listed, from their creation, in days. */
const LISTED_DAYS = 30;

/** Follows all ids. */
const END = 'g';

/** A replay in the line of its endpoint. One runs at a time. */
export const jobOf = ({
  organizationId,
  endpointId,
  id,
}: Pick<Replay, 'organizationId' | 'endpointId' | 'id'>): Job => ({
  line: { partition: webhookReplayPartition(organizationId, endpointId), name: 'QUEUE' },
  id,
});

const replayToItem = (replay: Replay): Item =>
  withoutAbsent({
    ...replay,
    ...webhookReplayKey(replay.organizationId, replay.endpointId, replay.id),
    [TIME_TO_LIVE_ATTRIBUTE]: expiryAfter(replay.createdAt, LISTED_DAYS),
  });

/** Field by field: a DynamoDB map has no order. */
const replayFromItem = (item: Item): Replay => {
  const { id = '', name = '', from = null } = map<Actor>(item, 'createdBy') ?? {};
  const state = requiredString(item, 'state');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    endpointId: requiredString(item, 'endpointId'),
    states: REPLAYED_STATES.filter((each) => list<ReplayedState>(item, 'states').includes(each)),
    after: optionalString(item, 'after'),
    before: requiredString(item, 'before'),
    // A state that this version does not know is left to the later version that wrote it.
    state: REPLAY_STATES.find((known) => known === state) ?? 'failed',
    problem: optionalString(item, 'problem'),
    totalCount: optionalNumber(item, 'totalCount'),
    replayed: requiredNumber(item, 'replayed'),
    unavailable: requiredNumber(item, 'unavailable'),
    changed: requiredNumber(item, 'changed'),
    createdBy: { id, name, from },
    createdAt: requiredString(item, 'createdAt'),
    startedAt: optionalString(item, 'startedAt'),
    finishedAt: optionalString(item, 'finishedAt'),
    queuedAt: optionalString(item, 'queuedAt'),
    batch: list<string>(item, 'batch'),
    position: optionalString(item, 'position'),
    version: requiredNumber(item, 'version'),
  };
};

/** The writes of a new replay, with which it joins the line of its endpoint. */
export const insertReplay = (replay: Replay): readonly WriteOperation[] => [
  { put: { Item: { ...replayToItem(replay) }, ...unchangedSince(undefined) } },
  joinOperation(jobOf(replay), replay.createdAt),
];

/**
 * Changes a replay, unless it was modified since it was read. One that has ended leaves the line.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns the changed replay, or `undefined` if it was modified
 */
export const changeReplay = (
  table: Table,
  before: Replay,
  changes: Partial<Replay>,
  others: readonly WriteOperation[] = [],
): Promise<Replay | undefined> => {
  const leave = leaveOperations(jobOf(before), before, changes);
  return changeJob(table, replayToItem, before, changes, [...leave, ...others]);
};

export const readReplay = async (
  reader: TableReader,
  organizationId: string,
  endpointId: string,
  id: string,
): Promise<Replay | undefined> => {
  const item = await reader.get(webhookReplayKey(organizationId, endpointId, id), { consistentRead: true });
  return item === undefined ? undefined : replayFromItem(item);
};

/** The replay to an endpoint that was started last. */
export const readLatestReplay = async (
  reader: TableReader,
  organizationId: string,
  endpointId: string,
): Promise<Replay | undefined> => {
  const [latest] = await readItems(reader, {
    partition: webhookReplayPartition(organizationId, endpointId),
    from: REPLAY_PREFIX,
    to: `${REPLAY_PREFIX}${END}`,
    descending: true,
    consistentRead: true,
    limit: 1,
  });
  return latest && replayFromItem(latest);
};
