import { isDeepStrictEqual } from 'node:util';
import { itemBytes, MAX_ITEM_BYTES } from '../../table/items/item-size.ts';
import { nextVersion, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { mergeDraft } from '../rows/merge-draft.ts';
import type { ReadRow } from '../rows/read-drafts.ts';
import type { RecordDraft } from '../rows/record-draft.ts';
import { RowError } from '../rows/row-error.ts';
import { validated } from '../rows/validation.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';
import type { ImportedRecord, RecordKind } from './record-kinds.ts';

/** The merged rows of one record. */
export interface IdentifiedRow {
  readonly id: string;
  readonly draft: RecordDraft;
  /** One row, or more if rows are merged. */
  readonly rows: readonly ReadRow[];
}

export interface PlannedWrite {
  readonly outcome: Outcome;
  /** Absent if nothing is to be written. */
  readonly item?: Item;
}

/** A record without the fields that an import does not compare. */
const comparable = (record: ImportedRecord) => ({ ...record, updatedAt: null });

/** Merges a row into the stored record. Throws a RowError if the result cannot be stored. */
export const planRecord = <T extends ImportedRecord>(
  { id, draft }: IdentifiedRow,
  kind: RecordKind<T>,
  run: ImportRun,
  stored: Item | undefined,
): PlannedWrite => {
  const now = run.now();
  const before = stored === undefined ? undefined : kind.fromItem(stored);
  const base = before ?? { ...kind.empty, id, createdAt: now };
  const merged = mergeDraft(draft, { ...base });
  const candidate = { ...merged, updatedAt: draft.values['updatedAt'] ?? now };
  if (
    before !== undefined &&
    isDeepStrictEqual(comparable({ ...before, ...candidate }), comparable(before))
  ) {
    return { outcome: 'unchanged' };
  }
  const record = validated(kind.schema, candidate);
  const item = nextVersion(kind.toItem(run.organizationId, record), versionOf(stored), run);
  if (itemBytes(item) > MAX_ITEM_BYTES) {
    throw new RowError(`the record would be larger than the ${MAX_ITEM_BYTES / 1024} KB that can be stored`);
  }
  if (before === undefined) run.dryRun?.noteCreated(record);
  else run.dryRun?.noteChanged(before, record);
  return { outcome: before === undefined ? 'created' : 'changed', item };
};
