import { isDeepStrictEqual } from 'node:util';
import { unreadReason } from '../../../domain/readings/phones.ts';
import { timestampOf } from '../../../domain/timestamp.ts';
import { SCHEMAS } from '../../../kinds/derive/schema.ts';
import { changeEntry, createEntry, moveEntry } from '../../../records/call-lists/call-list-writes.ts';
import { companyKey, personKey } from '../../../table/items/keys.ts';
import type { TimedOperations } from '../../../table/writer.ts';
import type { EntryDraft } from '../drafts/call-list-draft.ts';
import { RowError, validated } from '../drafts/row-error.ts';
import type { ReadRow } from '../rows/read-drafts.ts';
import type { ImportRun } from '../run/import-run.ts';
import type { Plan } from '../run/store-rows.ts';
import type { EntryIds, EntrySnapshot, Target } from './entry-snapshot.ts';

/** The entry of a row. */
export interface IdentifiedEntry extends ReadRow, EntryIds {
  readonly callListId: string;
  /** The position that the row gives; null for none. */
  readonly position: number | null;
  readonly draft: EntryDraft;
}

/** The defaults of a new entry. */
const EMPTY = {
  personId: null,
  companyId: null,
  phone: null,
  status: 'pending',
  attempts: 0,
  lastCalledAt: null,
  lastDisposition: null,
  nextCallAt: null,
  note: null,
};

const targetOf = (
  kind: 'person' | 'company',
  id: string | null,
  find: (id: string) => Target | undefined,
): Target | undefined => {
  if (id === null) return undefined;
  const target = find(id);
  if (target === undefined) throw new RowError(`${kind}Id: there is no such ${kind}`);
  return target;
};

/** The phone that a row gives. An entry has no place for raw text, so it must be a valid number. */
const namedPhone = (
  { number, draft: { parts } }: IdentifiedEntry,
  target: Target | undefined,
  run: ImportRun,
): { readonly number: string } | null => {
  const { number: given = null, type = null, ...others } = parts['phone'] ?? {};
  if (given === null) return null;
  if (number === null) throw new RowError(unreadReason('phone', String(given), run));
  const known = target?.phones.find((phone) => phone.number === number);
  return { ...others, number, ...{ type: type ?? known?.type ?? 'other' } };
};

/** Warns once that an entry does not get the number of its row. */
const noteSuppressed = ({ warnings }: IdentifiedEntry, number: string): void => {
  const reason = 'phone: the number is on the suppression list, so the entry does not get it';
  if (warnings.some((known) => known.reason === reason && known.value === number)) return;
  warnings.push({ field: 'phone', value: number, reason });
};

/** Merges a row into the stored entry, and plans the writes. */
export const planEntry = (
  row: IdentifiedEntry,
  snapshot: EntrySnapshot,
  run: ImportRun,
  nextPosition: () => number,
): Plan => {
  const { callListId, draft } = row;
  const locator = snapshot.locators.get(row.id);
  const isElsewhere = locator !== undefined && locator.callListId !== callListId;
  if (isElsewhere && locator.deletedVersion === undefined) {
    throw new RowError(`id: the entry belongs to another call list, ${locator.callListId}`);
  }
  const stored = snapshot.entries.get(row.id);
  const now = timestampOf(new Date());
  const merged = {
    ...EMPTY,
    addedAt: now,
    changedAt: now,
    ...stored?.entry,
    ...draft.values,
    id: row.id,
    callListId,
    // An entry keeps its position unless its row gives another: a file may be a part of the list.
    position: row.position ?? stored?.entry.position ?? 1,
    updatedAt: draft.values['updatedAt'] ?? now,
  };
  const isNull = (field: 'companyId' | 'phone'): boolean => draft.explicitNulls.includes(field);
  const person =
    row.personId === null && merged.personId !== null
      ? // Entries of a deleted person stay, so a row that does not name the person may change them.
        snapshot.person(merged.personId)
      : targetOf('person', row.personId, snapshot.person);
  const company = targetOf('company', row.companyId, snapshot.company);
  const target = person ?? company;
  const phone = isNull('phone')
    ? null
    : (namedPhone(row, target, run) ?? (target === undefined ? merged.phone : target.phone));
  const called = phone?.number ?? null;
  const isSuppressed = called !== null && snapshot.isSuppressed(called);
  if (isSuppressed && row.number === called) noteSuppressed(row, called);
  const valid = validated(SCHEMAS['call-list-entry'], {
    ...merged,
    // Defaults to the person's current values, so that a corrected or withdrawn number reaches the list.
    companyId:
      row.companyId ?? (person === undefined || isNull('companyId') ? merged.companyId : person.companyId),
    phone: isSuppressed ? null : phone,
  });
  const isPlaced = row.position !== null || stored !== undefined;
  // Rejected rows take no position.
  const entry = isPlaced ? valid : { ...valid, position: nextPosition() };
  // A person may be erased meanwhile: the erasure finds only what an entry of the person already held.
  const isNewTarget = stored === undefined || stored.entry.personId !== entry.personId;
  const required = isNewTarget
    ? {
        requires: [
          ...(person === undefined ? [] : [personKey(run.organizationId, String(entry.personId))]),
          ...(company === undefined ? [] : [companyKey(run.organizationId, String(row.companyId))]),
        ],
        updatedBytes: (person?.bytes ?? 0) + (company?.bytes ?? 0),
      }
    : {};
  if (stored === undefined) {
    const mark = run.marks.markOf('created');
    const operations: TimedOperations = (at) => createEntry(entry, locator, { ...run, now: at, mark });
    return { ...required, outcome: 'created', operations };
  }
  if (isDeepStrictEqual({ ...entry, updatedAt: null }, { ...stored.entry, updatedAt: null })) {
    return { outcome: run.marks.outcomeOf(stored.item), operations: undefined };
  }
  const mark = run.marks.markOf('changed');
  const operations: TimedOperations = (at) =>
    locator === undefined || entry.position === locator.position
      ? changeEntry(entry, stored, { ...run, now: at, mark })
      : moveEntry(entry, stored, locator, { ...run, now: at, mark });
  return { ...required, outcome: 'changed', operations };
};
