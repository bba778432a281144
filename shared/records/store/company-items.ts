import { COMPANY, type Company } from '../../kinds/company.ts';
import { withoutAbsent } from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { companyKey } from '../../table/items/keys.ts';
import { recordReader } from './record-reader.ts';

export const companyFromItem = recordReader(COMPANY.fields);

export const companyToItem = (organizationId: string, company: Company): Record<string, unknown> => ({
  ...withoutAbsent(company),
  ...companyKey(organizationId, company.id),
  ...changeKeys(organizationId, 'company', company),
});
