import { isDeepStrictEqual } from 'node:util';
import { callListSchema } from '../../../domain/call-list.ts';
import { timestampOf } from '../../../domain/timestamp.ts';
import { callListFromItem } from '../../../records/call-lists/call-list-mapper.ts';
import { changeCallList, createCallList } from '../../../records/call-lists/call-list-writes.ts';
import { existing } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import type { CallListDraft } from '../drafts/call-list-draft.ts';
import { RowError, validated } from '../drafts/row-error.ts';
import type { ImportRun } from '../run/import-run.ts';
import type { Plan } from '../run/store-rows.ts';

export interface CallListPlan extends Plan {
  /** What the write adds to the organization's count of locked lists. */
  readonly locked: number;
}

/** Merges the rows of a list into the stored one. Throws a RowError if the result cannot be stored. */
export const planCallList = (
  id: string,
  { name, isLocked, createdAt }: Pick<CallListDraft, 'name' | 'isLocked' | 'createdAt'>,
  stored: Item | undefined,
  run: ImportRun,
): CallListPlan => {
  const item = existing(stored);
  const before = item === undefined ? undefined : callListFromItem(item);
  const now = timestampOf(new Date());
  if (before === undefined && name === null) throw new RowError('name: a new call list needs one');
  const after = validated(callListSchema, {
    id,
    name: name ?? before?.name,
    isLocked: isLocked ?? before?.isLocked ?? false,
    createdAt: createdAt ?? before?.createdAt ?? now,
    changedAt: before?.changedAt ?? now,
  });
  if (item === undefined || before === undefined) {
    return {
      outcome: 'created',
      operations: (at) => [
        createCallList(after, stored, { ...run, now: at, mark: run.marks.markOf('created') }),
      ],
      locked: Number(after.isLocked),
    };
  }
  const isSame = isDeepStrictEqual(after, before);
  return {
    outcome: isSame ? run.marks.outcomeOf(item) : 'changed',
    operations: isSame
      ? undefined
      : (at) => [changeCallList(after, item, { ...run, now: at, mark: run.marks.markOf('changed') })],
    locked: Number(after.isLocked) - Number(before.isLocked),
  };
};
