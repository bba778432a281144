import type { RowContext } from '../cells/field-rules.ts';
import { mergeDraft } from '../rows/merge-draft.ts';
import type { RecordDraft } from '../rows/record-draft.ts';
import { RowError } from '../rows/row-error.ts';
import { validated } from '../rows/validation.ts';
import type { ImportedRecord, RecordKind } from './record-kinds.ts';

/** The id of the record that a draft is of. Throws a RowError if nothing identifies it. */
export const identify = <T extends ImportedRecord>(
  draft: RecordDraft,
  kind: RecordKind<T>,
  { idOf, source }: RowContext,
): string => {
  if (draft.id !== null) return draft.id;
  if (draft.sourceId !== null) return idOf(kind.idKind, draft.source ?? source, draft.sourceId);
  const keys = kind.naturalKeys(draft);
  const key = keys.find(([, value]) => typeof value === 'string' && value !== '');
  if (key === undefined) {
    const fields = keys.map(([field]) => field).join(' or ');
    throw new RowError(
      `id: the row has neither an id nor ${fields} to identify it (map the column that does: --map 'Column=id')`,
    );
  }
  return idOf(kind.idKind, source, key[0], String(key[1]).toLowerCase());
};

/** Stands for what the import decides itself. */
const SOME_ID = '00000000-0000-0000-0000-000000000000';
const SOME_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Completes a draft once all of its row was read, with the source's id among its external ids.
 *
 * @throws RowError naming the fields that could not be stored even in a new record
 */
export const completeDraft = <T extends ImportedRecord>(
  draft: RecordDraft,
  kind: RecordKind<T>,
  { source }: RowContext,
): void => {
  kind.complete(draft);
  if (draft.id === null && draft.sourceId !== null) {
    draft.externalIds.push({ source: draft.source ?? source, id: draft.sourceId });
  }
  const alone = { ...kind.empty, id: SOME_ID, createdAt: SOME_TIME, updatedAt: SOME_TIME };
  validated(kind.schema, mergeDraft(draft, alone));
};
