import type { EventData } from '../contract/events.ts';
import { callListEntryFromItem, callListFromItem } from '../table/call-list-mapper.ts';
import { companyFromItem } from '../table/company-mapper.ts';
import { personFromItem } from '../table/person-mapper.ts';
import type { Item } from '../table/reader.ts';
import type { Resource } from '../table/resource-key.ts';

/** A stored resource as the API shows it. Throws a CorruptItemError where the API could not show it either. */
export const viewOf = (resource: Resource, item: Item): EventData => {
  switch (resource.kind) {
    case 'person':
      return personFromItem(item);
    case 'company':
      return companyFromItem(item);
    case 'call_list':
      return callListFromItem(item);
    case 'call_list_entry':
      return { ...callListEntryFromItem(item), callListId: resource.callListId };
  }
};
