import { requiredString } from '../table/items/attributes.ts';
import { sourceStateKey } from '../table/items/import-keys.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import } from './import.ts';

type ImportOfSource = Pick<Import, 'organizationId' | 'kind' | 'source' | 'id' | 'createdAt'>;

/** What the records of a kind and source come from. */
interface SourceState {
  /** The last import that read its file to the end. */
  readonly importId: string;
  /** When the newest file arrived that an import read to the end. */
  readonly newestFileAt: string;
}

const readSourceState = async (
  reader: TableReader,
  { organizationId, kind, source }: ImportOfSource,
): Promise<SourceState | undefined> => {
  const item = await reader.get(sourceStateKey(organizationId, kind, source), { consistentRead: true });
  return (
    item && {
      importId: requiredString(item, 'importId'),
      newestFileAt: requiredString(item, 'newestFileAt'),
    }
  );
};

/**
 * The writes at the end of an import, which holds the lease of its kind. None if it failed, or only made
 * confirmed deletions.
 */
export const sourceStateWrites = async (
  reader: TableReader,
  ended: Import,
): Promise<readonly WriteOperation[]> => {
  const { organizationId, kind, source, id, createdAt, status, confirmedDeletions } = ended;
  if (status === 'failed' || confirmedDeletions !== null) return [];
  const before = await readSourceState(reader, ended);
  const newestFileAt =
    before !== undefined && before.newestFileAt > createdAt ? before.newestFileAt : createdAt;
  const key = sourceStateKey(organizationId, kind, source);
  return [{ put: { Item: { ...key, importId: id, newestFileAt } } }];
};

/** Whether another import of the same kind and source has finished since this one did. */
export const isSuperseded = async (reader: TableReader, item: ImportOfSource): Promise<boolean> => {
  const state = await readSourceState(reader, item);
  return state !== undefined && state.importId !== item.id;
};

/** Whether a file of the same kind and source that arrived later was imported before this one. */
export const hasNewerFile = async (reader: TableReader, item: ImportOfSource): Promise<boolean> => {
  const state = await readSourceState(reader, item);
  return state !== undefined && state.newestFileAt > item.createdAt;
};
