import type { Actor } from '../contract/audit-log/audit-log.ts';
import { knownString, map, requiredString } from '../table/items/attributes.ts';
import { importProfileKey, importProfilePartition } from '../table/items/import-keys.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import { IMPORT_KINDS, type ImportKind, type ImportSettings } from './import.ts';
import { settingsOf } from './import-repository.ts';

/** The settings of files that are dropped under the address of a kind and source. */
export interface ImportProfile {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly source: string;
  readonly settings: ImportSettings;
  readonly updatedAt: string;
  readonly updatedBy: Actor;
}

const profileFromItem = (item: Item): ImportProfile => {
  const actor = map<Actor>(item, 'updatedBy');
  return {
    organizationId: requiredString(item, 'organizationId'),
    kind: knownString(IMPORT_KINDS, item, 'kind'),
    source: requiredString(item, 'source'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
    updatedAt: requiredString(item, 'updatedAt'),
    updatedBy: { id: actor?.id ?? '', name: actor?.name ?? '', from: actor?.from ?? null },
  };
};

export const readProfile = async (
  reader: TableReader,
  { organizationId, kind, source }: Pick<ImportProfile, 'organizationId' | 'kind' | 'source'>,
): Promise<ImportProfile | undefined> => {
  const key = importProfileKey(organizationId, kind, source);
  const item = await reader.get(key, { consistentRead: true });
  return item === undefined ? undefined : profileFromItem(item);
};

/** All profiles of an organization, in order of kind and source. */
export const listProfiles = async (
  reader: TableReader,
  organizationId: string,
): Promise<readonly ImportProfile[]> => {
  const partition = importProfilePartition(organizationId);
  return (await readItems(reader, { partition, consistentRead: true })).map(profileFromItem);
};

/** Creates or replaces a profile. The last writer wins. */
export const putProfile = async (
  { writer }: Table,
  profile: ImportProfile,
  others: readonly WriteOperation[] = [],
): Promise<void> => {
  const { organizationId, kind, source } = profile;
  const key = importProfileKey(organizationId, kind, source);
  await writer.transact([{ put: { Item: { ...profile, ...key } } }, ...others]);
};

/**
 * Deletes a profile.
 *
 * @returns `false` if there is none
 */
export const deleteProfile = (
  { writer }: Table,
  { organizationId, kind, source }: Pick<ImportProfile, 'organizationId' | 'kind' | 'source'>,
  others: readonly WriteOperation[] = [],
): Promise<boolean> =>
  writer.transact([
    {
      delete: {
        Key: { ...importProfileKey(organizationId, kind, source) },
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    ...others,
  ]);
