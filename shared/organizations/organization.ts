import { requiredString } from '../table/items/attributes.ts';
import { collectionSortKey, ORGANIZATION_PARTITION, organizationKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';

/** A customer, which owns records, keys and users. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The maximum length of an organization's name, in UTF-16 code units. */
export const MAX_ORGANIZATION_NAME_LENGTH = 200;

export const organizationToItem = (organization: Organization): Record<string, unknown> => ({
  ...organization,
  ...organizationKey(organization.id),
  [COLLECTION_INDEX.partitionKey]: ORGANIZATION_PARTITION,
  [COLLECTION_INDEX.sortKey]: collectionSortKey(organization.createdAt, organization.id),
});

export const organizationFromItem = (item: Item): Organization => ({
  id: requiredString(item, 'id'),
  name: requiredString(item, 'name'),
  createdAt: requiredString(item, 'createdAt'),
});

/** An organization, if it is registered: keys and records do not require it. */
export const readOrganization = async (
  reader: TableReader,
  id: string,
  options?: { readonly consistentRead?: boolean },
): Promise<Organization | undefined> => {
  const item = await reader.get(organizationKey(id), options);
  return item === undefined ? undefined : organizationFromItem(item);
};
