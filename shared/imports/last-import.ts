import { map, requiredString } from '../table/items/attributes.ts';
import { lastImportKey } from '../table/items/import-keys.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import, ImportSettings } from './import.ts';
import { settingsOf } from './import-repository.ts';
import { readSourceState } from './source-state.ts';

/** What the last completed import of a kind and source had read. */
export interface LastImport {
  readonly importId: string;
  readonly contentHash: string;
  readonly settings: ImportSettings;
}

/** The write with which no import is the last completed one of a kind and source, so that none is skipped. */
export const forgetLastImport = ({ organizationId, kind, source }: Import): WriteOperation => ({
  delete: { Key: { ...lastImportKey(organizationId, kind, source) } },
});

/** The write that makes an import the last completed one of its kind and source. */
export const lastImportOperation = ({
  organizationId,
  kind,
  source,
  id,
  contentHash,
  settings,
}: Import): WriteOperation => ({
  put: { Item: { ...lastImportKey(organizationId, kind, source), importId: id, contentHash, settings } },
});

/**
 * The last completed import of a kind and source, unless another one has begun since, which may have changed
 * records: nothing is skipped then.
 */
export const readLastImport = async (
  reader: TableReader,
  { organizationId, kind, source }: Pick<Import, 'organizationId' | 'kind' | 'source'>,
): Promise<LastImport | undefined> => {
  const state = await readSourceState(reader, { organizationId, kind, source });
  const item = await reader.get(lastImportKey(organizationId, kind, source), { consistentRead: true });
  if (item === undefined || item['importId'] !== state?.importId) return undefined;
  return {
    importId: requiredString(item, 'importId'),
    contentHash: requiredString(item, 'contentHash'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
  };
};
