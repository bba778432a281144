import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import {
  EXPIRES_ATTRIBUTE,
  SILENT_ATTRIBUTE,
  TOUCHED_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import { LOST } from '../../table/lost-races.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { deletionOfRecords } from '../delete-record.ts';
import {
  countsOf,
  type ExpiryCounts,
  type ExpiryState,
  NO_COUNTS,
  saveExpiryState,
} from '../retention/expiry-state.ts';
import { expiryOf } from '../retention/record-retention.ts';
import { touchOf } from '../retention/record-touches.ts';
import type { ExpiryPage } from './expiry-page.ts';

/** Who announces and deletes, in the audit log. */
const ACTOR: Actor = { id: 'retention', name: 'retention', from: null };

/** The condition that a record is as it was judged: neither changed nor touched. */
const asJudged = (item: Item) => {
  const unchanged = unchangedSince(versionOf(item));
  const touchedAt = item[TOUCHED_ATTRIBUTE];
  const untouched = touchedAt === undefined ? 'attribute_not_exists(#touched)' : '#touched = :touched';
  return {
    ConditionExpression: `${unchanged.ConditionExpression} AND ${untouched}`,
    ExpressionAttributeNames: { ...unchanged.ExpressionAttributeNames, '#touched': TOUCHED_ATTRIBUTE },
    ExpressionAttributeValues: {
      ...unchanged.ExpressionAttributeValues,
      ...(touchedAt !== undefined && { ':touched': touchedAt }),
    },
  };
};

/**
 * Counts as a change of the record, whose event has its own `sequence`, but leaves `changedAt` as it is.
 */
const announcementOf = (item: Item, expiresAt: string): WriteOperation => {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const version = (versionOf(item) ?? 0) + 1;
  const attributes = {
    [EXPIRES_ATTRIBUTE]: expiresAt,
    [VERSION_ATTRIBUTE]: version,
    [SILENT_ATTRIBUTE]: null,
  };
  return { update: updateOf(key, attributes, asJudged(item)) };
};

/** The entry of a run; none if it changed nothing. */
export const auditEntry = (
  organizationId: string,
  counts: ExpiryCounts,
  now: Date,
): readonly WriteOperation[] => {
  const details = countsOf((name) => counts[name]);
  if (Object.values(details).every((count) => count === 0)) return [];
  const at = timestampOf(now);
  return [
    recordEntry('retention.applied', { organizationId, at, actor: ACTOR, targetId: organizationId }, details),
  ];
};

/**
 * Stores a page and the place after it, in one transaction. Returns the stored state, or LOST after a
 * concurrent update.
 */
export const storePage = async (
  { writer }: Table,
  state: ExpiryState,
  next: ExpiryState,
  { touched, announced, expired }: ExpiryPage,
  now: Date,
): Promise<ExpiryState | typeof LOST> => {
  const { organizationId, phase } = state;
  const isDone = next.startedAt === null;
  const saved = isDone ? { ...next, ...NO_COUNTS } : next;
  const isStored = await writer.transact((at) => [
    ...touched.map((item) => ({ update: touchOf(item, now) })),
    ...[...announced].map(([item, due]) => announcementOf(item, expiryOf(due, now))),
    ...(phase === 'call-list-entry'
      ? []
      : deletionOfRecords(organizationId, phase, expired, { isSilent: false, now: at }, asJudged)),
    ...(isDone ? auditEntry(organizationId, next, at) : []),
    saveExpiryState(state, saved),
  ]);
  return isStored ? { ...saved, version: state.version + 1 } : LOST;
};
