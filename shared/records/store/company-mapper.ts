import type { Company } from '../../domain/company.ts';
import {
  list,
  optionalNumber,
  optionalString,
  requiredBoolean,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { companyKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';
import { annualRevenue, customFields, externalIds, location, phones } from './nested-fields.ts';

export const companyToItem = (organizationId: string, company: Company): Record<string, unknown> => ({
  ...withoutAbsent(company),
  ...companyKey(organizationId, company.id),
  ...changeKeys(organizationId, 'companies', company),
});

export const companyFromItem = (item: Item): Company => ({
  id: requiredString(item, 'id'),
  name: optionalString(item, 'name'),
  domain: optionalString(item, 'domain'),
  websiteUrl: optionalString(item, 'websiteUrl'),
  industry: optionalString(item, 'industry'),
  employeeCount: optionalNumber(item, 'employeeCount'),
  annualRevenue: annualRevenue(item),
  phones: phones(item),
  location: location(item),
  timezone: optionalString(item, 'timezone'),
  linkedinUrl: optionalString(item, 'linkedinUrl'),
  description: optionalString(item, 'description'),
  doNotCall: requiredBoolean(item, 'doNotCall'),
  ownerId: optionalString(item, 'ownerId'),
  tags: list(item, 'tags'),
  externalIds: externalIds(item),
  customFields: customFields(item),
  createdAt: requiredString(item, 'createdAt'),
  updatedAt: requiredString(item, 'updatedAt'),
  changedAt: requiredString(item, CHANGED_ATTRIBUTE),
});
