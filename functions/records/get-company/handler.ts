import { COMPANY } from '../../../shared/kinds/company.ts';
import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createGetRecord } from '../plain-records.ts';

export const createGetCompany = createGetRecord(RECORD_ROUTES.getCompany, {
  kind: 'company',
  fields: COMPANY.fields,
});
