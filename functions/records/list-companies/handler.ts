import { COMPANY } from '../../../shared/kinds/company.ts';
import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createListRecords } from '../plain-records.ts';

export const createListCompanies = createListRecords(RECORD_ROUTES.listCompanies, {
  kind: 'company',
  fields: COMPANY.fields,
  loadLookups: () => import('../../../shared/records/lookups/record-lookup.ts'),
});
