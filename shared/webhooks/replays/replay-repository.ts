import type { Actor } from '../../contract/audit-log/audit-log.ts';
import {
  REPLAY_STATES,
  REPLAYED_STATES,
  type ReplayedState,
} from '../../contract/webhooks/webhook-limits.ts';
import { JobStore } from '../../jobs/job-store.ts';
import {
  knownString,
  list,
  map,
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
} from '../../table/items/attributes.ts';
import {
  endpointOfReplays,
  REPLAY_PREFIX,
  webhookReplayKey,
  webhookReplayPartition,
} from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { Replay, ReplayMessage } from './replay.ts';

/** Follows all ids. */
const END = 'g';

/** Field by field: a DynamoDB map has no order. */
const replayFromItem = (item: Item): Replay => {
  const { id = '', name = '', from = null } = map<Actor>(item, 'createdBy') ?? {};
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    endpointId: requiredString(item, 'endpointId'),
    states: REPLAYED_STATES.filter((each) => list<ReplayedState>(item, 'states').includes(each)),
    after: optionalString(item, 'after'),
    before: requiredString(item, 'before'),
    state: knownString(REPLAY_STATES, item, 'state'),
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

type ReplayScope = Pick<Replay, 'organizationId' | 'endpointId'>;

/** Replays, of which one runs at a time per endpoint. */
export const REPLAYS = new JobStore<Replay, ReplayScope, ReplayMessage>({
  name: 'replays',
  keptDays: 30,
  lineOf: ({ organizationId, endpointId }) => ({
    partition: webhookReplayPartition(organizationId, endpointId),
    name: 'QUEUE',
  }),
  scopeOf: ({ partition }) => endpointOfReplays(partition),
  keyOf: ({ organizationId, endpointId }, id) => webhookReplayKey(organizationId, endpointId, id),
  fromItem: replayFromItem,
  messageOf: ({ organizationId, endpointId }, id) => ({ organizationId, endpointId, replayId: id }),
});

export const readReplay = (
  reader: TableReader,
  organizationId: string,
  endpointId: string,
  id: string,
): Promise<Replay | undefined> => REPLAYS.read(reader, webhookReplayKey(organizationId, endpointId, id));

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
