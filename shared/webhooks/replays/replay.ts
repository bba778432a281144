import type { Actor } from '../../contract/audit-log/audit-log.ts';
import type { ReplayedState } from '../../contract/webhooks/webhook-limits.ts';
import type { ReplayView } from '../../contract/webhooks/webhook-views.ts';

/** The deliveries to replay. Both bounds are exclusive, by the time of the event. */
export interface ReplaySelection {
  readonly states: readonly ReplayedState[];
  /** `null` starts with the oldest. */
  readonly after: string | null;
  readonly before: string;
}

/** A replay of many deliveries to an endpoint, in steps. Times are timestamps in the stored form. */
export interface Replay extends Omit<ReplayView, 'createdBy'> {
  readonly organizationId: string;
  readonly createdBy: Actor;
  /** Its place in the line of its endpoint; `null` once it has ended. */
  readonly queuedAt: string | null;
  /** The ids of the deliveries that the next step replays. */
  readonly batch: readonly string[];
  /** Where the list of deliveries continues after the batch; `null` at its end, and before the first step. */
  readonly position: string | null;
  /** Counts the changes; writes are conditional on it. */
  readonly version: number;
}

/** What starts or continues a replay. */
export interface ReplayMessage {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly replayId: string;
}

/** Field by field: without what only its steps need. */
export const viewOfReplay = (replay: Replay): ReplayView => ({
  id: replay.id,
  endpointId: replay.endpointId,
  states: replay.states,
  after: replay.after,
  before: replay.before,
  state: replay.state,
  problem: replay.problem,
  totalCount: replay.totalCount,
  replayed: replay.replayed,
  unavailable: replay.unavailable,
  changed: replay.changed,
  createdBy: replay.createdBy.name,
  createdAt: replay.createdAt,
  startedAt: replay.startedAt,
  finishedAt: replay.finishedAt,
});
