import { requiredString } from '../table/items/attributes.ts';
import { sourceStateKey } from '../table/items/import-keys.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import } from './import.ts';

type ImportOfSource = Pick<Import, 'organizationId' | 'kind' | 'source' | 'id'>;

/** What the records of a kind and source come from. */
interface SourceState {
  /** The last import that read its file to the end. */
  readonly importId: string;
}

const readSourceState = async (
  reader: TableReader,
  { organizationId, kind, source }: ImportOfSource,
): Promise<SourceState | undefined> => {
  const item = await reader.get(sourceStateKey(organizationId, kind, source), { consistentRead: true });
  return item && { importId: requiredString(item, 'importId') };
};

/** The writes at the end of an import. None if it failed, or only made confirmed deletions. */
export const sourceStateWrites = (ended: Import): readonly WriteOperation[] => {
  const { organizationId, kind, source, id, status, confirmedDeletions } = ended;
  if (status === 'failed' || confirmedDeletions !== null) return [];
  return [{ put: { Item: { ...sourceStateKey(organizationId, kind, source), importId: id } } }];
};

/** Whether another import of the same kind and source has finished since this one did. */
export const isSuperseded = async (reader: TableReader, item: ImportOfSource): Promise<boolean> => {
  const state = await readSourceState(reader, item);
  return state !== undefined && state.importId !== item.id;
};
