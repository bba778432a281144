import {
  optionalNumber,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../table/items/attributes.ts';
import { collectionSortKey, ORGANIZATION_PARTITION, organizationKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';

/** A customer, which owns records, keys and users. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** An IANA time zone such as `Europe/Berlin`; `null` if none is set. */
  readonly timeZone: string | null;
  /** Whether members see the organization's data in the console, as admins do. */
  readonly membersSeeData: boolean;
  /** How long people and companies are kept that no import and no call list refers to; `null`: for ever. */
  readonly recordRetentionDays: number | null;
  /** Since when records expire without a pause; `null` while they do not. */
  readonly recordRetentionSince: string | null;
  /** How long events and deliveries are kept; `null`: as long as the service keeps them. */
  readonly eventRetentionDays: number | null;
  readonly createdAt: string;
}

/** What a new organization starts with. */
export const ORGANIZATION_DEFAULTS = {
  timeZone: null,
  membersSeeData: false,
  recordRetentionDays: null,
  recordRetentionSince: null,
  eventRetentionDays: null,
} as const;

export const organizationToItem = (organization: Organization): Record<string, unknown> => ({
  ...withoutAbsent({ ...organization }),
  ...organizationKey(organization.id),
  [COLLECTION_INDEX.partitionKey]: ORGANIZATION_PARTITION,
  [COLLECTION_INDEX.sortKey]: collectionSortKey(organization.createdAt, organization.id),
});

export const organizationFromItem = (item: Item): Organization => ({
  id: requiredString(item, 'id'),
  name: requiredString(item, 'name'),
  timeZone: optionalString(item, 'timeZone'),
  membersSeeData: requiredBoolean(item, 'membersSeeData'),
  recordRetentionDays: optionalNumber(item, 'recordRetentionDays'),
  recordRetentionSince: optionalString(item, 'recordRetentionSince'),
  eventRetentionDays: optionalNumber(item, 'eventRetentionDays'),
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
