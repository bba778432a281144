import { FILTERS } from '../../kinds/filters.ts';
import { companyKey } from '../../table/items/keys.ts';
import { companyFromItem } from '../store/company-items.ts';
import { lookupOf } from './record-lookup.ts';

/** The lookup of companies that a request asks for. Throws without one of its parameters. */
export const companyLookup = lookupOf({
  name: 'company',
  keyOf: companyKey,
  fromItem: companyFromItem,
  filters: FILTERS.company,
});
