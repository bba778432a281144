import { COMPANY, COMPANY_LOOKUPS } from '../../../shared/kinds/company.ts';
import { listRoute } from '../../../shared/operations/data-api/record-routes.ts';
import { createListRecords } from '../plain-records.ts';

export const LIST_COMPANIES = listRoute('company', COMPANY_LOOKUPS);

export const createListCompanies = createListRecords(LIST_COMPANIES, {
  kind: 'company',
  fields: COMPANY.fields,
  loadLookups: () => import('../../../shared/records/lookups/record-lookup.ts'),
});
