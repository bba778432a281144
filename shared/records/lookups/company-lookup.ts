import type { Company } from '../../kinds/company.ts';
import { companyKey } from '../../table/items/keys.ts';
import { companyFromItem } from '../store/company-items.ts';
import { namesOf } from './name-lookups.ts';
import { lookupOf } from './record-lookup.ts';

/** The lookup of companies that a request asks for. Throws without one of its parameters. */
export const companyLookup = lookupOf<Company>({
  name: 'company',
  keyOf: companyKey,
  fromItem: companyFromItem,
  nameKind: 'COMPANY_NAME',
  namesOf,
  parameters: {
    externalId: 'COMPANY_EXTERNAL_ID',
    domain: 'COMPANY_DOMAIN',
    phone: 'COMPANY_PHONE',
    ownerId: 'COMPANY_OWNER',
    tag: 'COMPANY_TAG',
  },
});
