import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { EXPIRY_PARTITION, expiryKey } from '../../table/items/keys.ts';
import { versionOf } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';
import {
  countName,
  type ExpiryState,
  expiryStateFromItem,
  PHASES,
  removeExpiryState,
  saveExpiryState,
} from '../retention/expiry-state.ts';
import {
  AHEAD_MILLISECONDS,
  dueAfter,
  type RecordRetention,
  readRecordRetention,
} from '../retention/record-retention.ts';
import { type ExpiryPage, judgePage } from './expiry-page.ts';
import { auditEntry, storePage } from './expiry-writes.ts';

/** Organizations at a time. */
const CONCURRENCY = 4;

export interface ExpiryRun {
  /** The current time, as the schedule sees it. */
  readonly now: () => Date;
  /** Whether there is time for another page. */
  readonly hasTime: () => boolean;
}

const after = (time: string, milliseconds: number): string =>
  timestampOf(new Date(Date.parse(time) + milliseconds));

/**
 * When the next run starts: in a day, or when the first record can be due, which a new one is after the
 * period.
 */
const nextRunAfter = (startedAt: string, soonest: number | null, { days }: RecordRetention): string => {
  const wait = (soonest ?? Number.POSITIVE_INFINITY) - AHEAD_MILLISECONDS - Date.parse(startedAt);
  return after(startedAt, Math.min(Math.max(wait, MILLISECONDS_PER_DAY), days * MILLISECONDS_PER_DAY));
};

/** The state after a page. */
const stateAfter = (
  state: ExpiryState,
  { announced, expired, soonest, position }: ExpiryPage,
  retention: RecordRetention,
): ExpiryState => {
  const { phase, startedAt } = state;
  const both = Math.min(state.soonest ?? Number.POSITIVE_INFINITY, soonest);
  const next = {
    ...state,
    position: position ?? null,
    soonest: Number.isFinite(both) ? both : null,
    ...(phase !== 'call-list-entry' && {
      [countName('announced', phase)]: state[countName('announced', phase)] + announced.size,
      [countName('deleted', phase)]: state[countName('deleted', phase)] + expired.length,
    }),
  };
  if (position !== undefined) return next;
  const following = PHASES[PHASES.indexOf(phase) + 1];
  if (following !== undefined) return { ...next, phase: following };
  const nextAt = nextRunAfter(startedAt ?? state.nextAt, next.soonest, retention);
  return { ...next, phase: PHASES[0], startedAt: null, soonest: null, nextAt };
};

/** What an invocation did. */
export interface ExpiryReport {
  announced: number;
  deleted: number;
  /** What stopped the runs over some organizations. Later invocations continue them. */
  readonly failures: { readonly organizationId: string; readonly error: unknown }[];
}

/**
 * Continues a run over the records of an organization until it is done, time is up or the setting changed.
 */
const continueRun = async (
  table: Table,
  { now, hasTime }: ExpiryRun,
  retention: RecordRetention,
  started: ExpiryState,
  report: ExpiryReport,
): Promise<void> => {
  const { reader, writer } = table;
  const { organizationId } = started;
  let state = started;
  /** The last stored place: pages without writes are not stored. */
  let stored = started;
  while (state.startedAt !== null && hasTime()) {
    const { phase, position, startedAt } = state;
    // One time for all phases: otherwise a record could become due after its entries were judged.
    const judgedAt = new Date(startedAt);
    const following = await retryLostRaces(async (attempt) => {
      const at = now();
      const place = { reader, organizationId, retention, now: judgedAt, consistentRead: attempt > 1 };
      const page = await judgePage(place, phase, position);
      const next = stateAfter(state, page, retention);
      const isStored = page.touched.length + page.announced.size + page.expired.length > 0;
      if (!isStored && next.startedAt !== null) return next;
      const saved = await storePage(table, state, next, page, at);
      if (saved === LOST) {
        const current = await reader.get(expiryKey(organizationId), { consistentRead: true });
        return versionOf(current) === state.version ? LOST : undefined;
      }
      report.announced += page.announced.size;
      report.deleted += page.expired.length;
      stored = saved;
      return saved;
    });
    // Another invocation took over, or the setting changed.
    if (following === undefined) return;
    state = following;
  }
  if (state !== stored) await writer.transact([saveExpiryState(stored, state)]);
};

/** Ends the runs over an organization whose records no longer expire. */
const endRuns = async ({ writer }: Table, state: ExpiryState): Promise<void> => {
  await writer.transact([...auditEntry(state.organizationId, state, new Date()), removeExpiryState(state)]);
};

/** Starts or continues the run over an organization that is due. */
const runOrganization = async (
  table: Table,
  run: ExpiryRun,
  state: ExpiryState,
  report: ExpiryReport,
): Promise<void> => {
  const { reader, writer } = table;
  const { organizationId } = state;
  const retention = await readRecordRetention(reader, organizationId);
  if (retention === undefined) return endRuns(table, state);
  if (state.startedAt !== null) return continueRun(table, run, retention, state, report);
  const now = run.now();
  const first = dueAfter(0, retention) - AHEAD_MILLISECONDS;
  if (first > now.getTime()) {
    await writer.transact([saveExpiryState(state, { ...state, nextAt: timestampOf(new Date(first)) })]);
    return;
  }
  await continueRun(table, run, retention, { ...state, startedAt: timestampOf(now) }, report);
};

/**
 * Announces and deletes the people and companies that no import and no call list has touched for as long as
 * their organization keeps them. Each organization is run over once a day, in as many invocations as it
 * takes. May be interrupted anywhere and run concurrently: each page is stored with the place after it in one
 * transaction, which fails if a record was touched or changed meanwhile, or the setting changed.
 */
export const expireRecords = async (table: Table, run: ExpiryRun): Promise<ExpiryReport> => {
  const items = await readItems(table.reader, { partition: EXPIRY_PARTITION, consistentRead: true });
  const now = timestampOf(run.now());
  const due = items
    .map(expiryStateFromItem)
    .filter((state) => state.startedAt !== null || state.nextAt <= now);
  const since = ({ startedAt, nextAt }: ExpiryState): string => startedAt ?? nextAt;
  const inTurn = due.toSorted((one, other) => (since(one) < since(other) ? -1 : 1));
  const report: ExpiryReport = { announced: 0, deleted: 0, failures: [] };
  await forEachConcurrently(inTurn, CONCURRENCY, async (state) => {
    try {
      await runOrganization(table, run, state, report);
    } catch (error) {
      report.failures.push({ organizationId: state.organizationId, error });
    }
  });
  return report;
};
